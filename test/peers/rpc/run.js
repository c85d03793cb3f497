import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Mocha from 'mocha'

/**
 * Runs the suites and compares what fails with the exceptions that the README names. Fails for a test that is neither
 * passed nor named, and for an exception that passes. `RESULTS` names a file for the result of each test.
 */
const README = new URL('../README.md', import.meta.url)
const TEST_LIMIT_MS = 60_000

const named = new Set(
  [...readFileSync(README, 'utf8').split('\n## Exceptions\n')[1].matchAll(/^- `(.+)`$/gm)].map(
    ([, title]) => title,
  ),
)
const mocha = new Mocha({ reporter: 'dot', timeout: TEST_LIMIT_MS })
mocha.addFile(fileURLToPath(new URL('suite.js', import.meta.url)))
await mocha.loadFilesAsync()

const counts = { passed: 0, failed: 0, skipped: 0 }
const unexpected = []
const results = []
const runner = mocha.run(() => {
  process.stdout.write(`${JSON.stringify(counts)}\n`)
  if (process.env.RESULTS) writeFileSync(process.env.RESULTS, JSON.stringify(results, undefined, 1))
  for (const line of unexpected) process.stdout.write(`${line}\n`)
  process.exit(unexpected.length > 0 ? 1 : 0)
})
runner.on('pass', (test) => {
  counts.passed += 1
  results.push({ state: 'passed', title: test.fullTitle() })
  if (named.has(test.fullTitle())) unexpected.push(`passes, and is an exception: ${test.fullTitle()}`)
})
runner.on('fail', (test, error) => {
  counts.failed += 1
  results.push({ state: 'failed', title: test.fullTitle(), message: error.message })
  if (!named.has(test.fullTitle())) unexpected.push(`fails: ${test.fullTitle()}: ${error.message}`)
})
runner.on('pending', (test) => {
  counts.skipped += 1
  results.push({ state: 'skipped', title: test.fullTitle() })
})
