import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/** What a run found: tests, and files that could not be run at all. */
export interface Counts {
  readonly passed: number
  readonly failed: number
}

/** Vitest reporter that writes {@link Counts} to the file that `TIDEPOOL_COUNTS` names. */
const counts: Reporter = {
  onTestRunEnd(modules, unhandledErrors, reason) {
    let passed = 0
    let failed = unhandledErrors.length
    for (const module of modules) {
      failed += module.errors().length
      for (const suite of module.children.allSuites()) failed += suite.errors().length
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') passed += 1
        if (state === 'failed' || state === 'pending') failed += 1
      }
    }
    if (reason === 'interrupted') failed += 1
    writeFileSync(
      process.env['TIDEPOOL_COUNTS'] ?? 'test-results/counts.json',
      JSON.stringify({ passed, failed }),
    )
  },
}

export default counts
