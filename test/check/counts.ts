import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/** The results of a run: tests, and files that could not be run at all. */
export interface Counts {
  readonly passed: number
  readonly failed: number
}

/** Vitest reporter that writes {@link Counts} to a file as JSON. Without a path it does nothing. */
export function countsReporter(path: string | undefined): Reporter {
  return {
    onTestRunEnd(modules, unhandledErrors, reason) {
      if (path === undefined) return
      let passed = 0
      let failed = unhandledErrors.length + (reason === 'interrupted' ? 1 : 0)
      for (const module of modules) {
        failed += module.errors().length
        for (const suite of module.children.allSuites()) failed += suite.errors().length
        for (const test of module.children.allTests()) {
          const { state } = test.result()
          if (state === 'passed') passed += 1
          if (state === 'failed' || state === 'pending') failed += 1
        }
      }
      writeFileSync(path, JSON.stringify({ passed, failed }))
    },
  }
}
