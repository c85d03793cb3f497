import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Mocha from 'mocha'

/**
 * Runs the suites and compares what fails with the exceptions that the README names. Fails for a test that is neither
 * passed nor named, and for an exception that passes.
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
const runner = mocha.run(() => {
  process.stdout.write(`${JSON.stringify(counts)}\n`)
  for (const line of unexpected) process.stdout.write(`${line}\n`)
  process.exit(unexpected.length > 0 ? 1 : 0)
})
runner.on('pass', (test) => {
  counts.passed += 1
  if (named.has(test.fullTitle())) unexpected.push(`passes, and is an exception: ${test.fullTitle()}`)
})
runner.on('fail', (test, error) => {
  counts.failed += 1
  if (!named.has(test.fullTitle())) unexpected.push(`fails: ${test.fullTitle()}: ${error.message}`)
})
runner.on('pending', () => {
  counts.skipped += 1
})
