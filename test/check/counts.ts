import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { root } from './run-tool.ts'

/** The results of a run: tests, and files that could not be run at all. */
export interface Counts {
  readonly passed: number
  readonly failed: number
  /** One text for each failure: project, file, test and message. */
  readonly failures: readonly string[]
}

/** So much of a message names its cause. The whole one, with its differences, is further up. */
const MESSAGE_CHARACTERS = 600

/** Vitest reporter that writes {@link Counts} to a file as JSON. Without a path it does nothing. */
export function countsReporter(path: string | undefined): Reporter {
  return {
    onTestRunEnd(modules, unhandledErrors, reason) {
      if (path === undefined) return
      const found = modules.map(resultsOf)
      const failures = [
        ...unhandledErrors.map((error) => failureText('outside of a test', [error])),
        ...(reason === 'interrupted' ? ['The run was interrupted'] : []),
        ...found.flatMap((module) => module.failures),
      ]
      const passed = found.reduce((sum, module) => sum + module.passed, 0)
      const counts: Counts = { passed, failed: failures.length, failures }
      writeFileSync(path, JSON.stringify(counts))
    },
  }
}

function resultsOf(module: TestModule): { passed: number; failures: string[] } {
  const file = `${module.project.name} ${relative(root, module.moduleId)}`.trimStart()
  const failures = module.errors().map((error) => failureText(file, [error]))
  for (const suite of module.children.allSuites()) {
    for (const error of suite.errors()) failures.push(failureText(`${file} > ${suite.fullName}`, [error]))
  }
  let passed = 0
  for (const test of module.children.allTests()) {
    const { state, errors = [] } = test.result()
    if (state === 'passed') passed += 1
    if (state === 'failed') failures.push(failureText(`${file} > ${test.fullName}`, errors))
    if (state === 'pending') failures.push(`${file} > ${test.fullName}: did not end`)
  }
  return { passed, failures }
}

function failureText(place: string, errors: readonly SerializedError[]): string {
  const messages = errors.flatMap((error) => causesOf(error).map(({ message }) => message))
  return [place, ...messages.map((message) => `  ${message.slice(0, MESSAGE_CHARACTERS)}`)].join('\n')
}

/** An error and its causes: of a request that failed, the error itself says no more than that. */
function causesOf({ cause, ...error }: SerializedError): SerializedError[] {
  return cause === undefined ? [error] : [error, ...causesOf(cause)]
}
