import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

describe('countsReporter()', () => {
  const counts = countsOf('does-not-load', 'one-of-two')

  it('counts a file that does not load as a failure', () => {
    expect(counts['does-not-load']).toEqual({
      passed: 0,
      failed: 1,
      failures: [expect.stringMatching(/^test\/boundaries\/counts\/does-not-load\.snippet\.ts\n {2}\S/)],
    })
  })

  it('counts what passes and what fails, and names what fails with its message and its cause', () => {
    expect(counts['one-of-two']).toEqual({
      passed: 1,
      failed: 1,
      failures: [
        expect.stringMatching(
          /^test\/boundaries\/counts\/one-of-two\.snippet\.ts > .+\n {2}fetch failed\n {2}other side closed$/,
        ),
      ],
    })
  })
})

describe('npm run check', () => {
  it('fails, and says so in its last line, when nothing was checked', () => {
    const { status, stdout } = check('no-such-step')

    expect(stdout.trimEnd().split('\n').at(-1)).toBe('0 passed, 1 failed')
    expect(status).toBe(1)
  })

  it('ends with the count when a step passes', () => {
    const { status, stdout } = check('generated')

    expect(stdout.trimEnd().split('\n').at(-1)).toBe('1 passed, 0 failed')
    expect(status).toBe(0)
  })
})

function check(step: string): { status: number | null; stdout: string } {
  return spawnSync(process.execPath, ['test/check/run.ts', step], { cwd: root, encoding: 'utf8' })
}

/** Runs each snippet in vitest with the reporter of `vite.config.ts`, all in one process. */
function countsOf(...snippets: readonly string[]): Readonly<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'tidepool-counts-'))
  const pathOf = (snippet: string) => join(folder, `${snippet}.json`)
  const script = `
    import { startVitest } from 'vitest/node'
    import { countsReporter } from './test/check/counts.ts'
    for (const [snippet, path] of ${JSON.stringify(snippets.map((snippet) => [snippet, pathOf(snippet)]))}) {
      const include = ['test/boundaries/counts/' + snippet + '.snippet.ts']
      const reporters = [countsReporter(path)]
      const vitest = await startVitest('test', [], { config: false, watch: false, include, reporters })
      await vitest.close()
    }`
  try {
    spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root })
    return Object.fromEntries(
      snippets.map((snippet) => [snippet, JSON.parse(readFileSync(pathOf(snippet), 'utf8'))]),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}
