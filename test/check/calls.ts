import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { CALLS_FILE, type RecordedCalls } from './proofs.ts'
import { root } from './run-tool.ts'

/** Vitest reporter that leaves behind which test files called what, of the tests that passed. */
export function callsReporter({ isComplete }: Pick<RecordedCalls, 'isComplete'>): Reporter {
  return {
    onTestRunEnd(modules) {
      const files = Map.groupBy(modules, ({ moduleId }) => relative(root, moduleId))
      const calls = [...files].map(
        ([file, runs]) => [file, [...new Set(runs.flatMap(callsIn))].sort()] as const,
      )
      const recorded: RecordedCalls = {
        isComplete,
        files: Object.fromEntries(calls.filter(([, paths]) => paths.length > 0).sort()),
      }
      if (!isComplete && Object.keys(recorded.files).length === 0) return
      mkdirSync(dirname(CALLS_FILE), { recursive: true })
      writeFileSync(CALLS_FILE, JSON.stringify(recorded))
    },
  }
}

function callsIn({ children }: TestModule): string[] {
  return [...children.allTests('passed')].flatMap((test) => test.meta().calls ?? [])
}
