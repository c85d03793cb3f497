import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { type RecordedCalls, writeCalls } from './proofs.ts'
import { root } from './run-tool.ts'

/**
 * Vitest reporter that records which commands each test file called, in tests that passed. Writes to `path` for
 * a part of the whole check, and otherwise to where `npm run docs` reads.
 */
export function callsReporter(path: string | undefined): Reporter {
  return {
    onTestRunEnd(modules) {
      const files = Map.groupBy(modules, ({ moduleId }) => relative(root, moduleId))
      const calls = [...files].map(
        ([file, runs]) => [file, [...new Set(runs.flatMap(callsIn))].sort()] as const,
      )
      const recorded: RecordedCalls = {
        isComplete: path !== undefined,
        files: Object.fromEntries(calls.filter(([, paths]) => paths.length > 0).sort()),
      }
      if (!recorded.isComplete && Object.keys(recorded.files).length === 0) return
      writeCalls(recorded, path)
    },
  }
}

function callsIn({ children }: TestModule): string[] {
  return [...children.allTests('passed')].flatMap((test) => test.meta().calls ?? [])
}
