import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type SuiteException, suiteExceptions } from '../hosts/suite-exceptions.ts'
import { projects } from '../projects.ts'

const root = join(import.meta.dirname, '../..')
const suites = globSync('test/suite/**/*.ts', { cwd: root })
const hosts = ['memory', 'edge', 'web'] as const
const allRuns = declaredRuns()

describe('the suites', () => {
  it('run on every host, but for the exceptions', () => {
    expect(missingRuns(allRuns, suiteExceptions)).toEqual([])
  })

  it('are missed when a host runs none', () => {
    const runs = new Set([...allRuns].filter((run) => !run.endsWith(' on edge')))

    expect(missingRuns(runs, suiteExceptions).sort()).toEqual(
      suites.map((suite) => `${suite} on edge`).sort(),
    )
  })

  it('are missed when one host does not run one', () => {
    const suite = suites.find((path) => suiteExceptions.every((exception) => exception.suite !== path)) ?? ''
    const runs = new Set(allRuns)

    runs.delete(`${suite} on web`)

    expect(missingRuns(runs, suiteExceptions)).toEqual([`${suite} on web`])
    expect(
      missingRuns(runs, [...suiteExceptions, { suite, host: 'web', reason: 'The host has no clock.' }]),
    ).toEqual([])
  })

  it('leave no test out by a condition of their own', () => {
    const conditional = suites.filter((suite) =>
      /\.(skipIf|runIf|todo)\(/.test(readFileSync(join(root, suite), 'utf8')),
    )

    expect(conditional).toEqual([])
  })

  it('have exceptions that name a suite and say why', () => {
    for (const { suite, reason } of suiteExceptions) {
      expect(suites).toContain(suite)
      expect(reason).toMatch(/^[A-Z].{20,}\.$/)
    }
  })
})

/** Missing runs, as `<suite> on <host>`. */
function missingRuns(runs: ReadonlySet<string>, exceptions: readonly SuiteException[]): string[] {
  const excepted = new Set(exceptions.map(({ suite, host }) => `${suite} on ${host}`))
  return suites
    .flatMap((suite) => hosts.map((host) => `${suite} on ${host}`))
    .filter((run) => !runs.has(run) && !excepted.has(run))
}

/** The runs that the projects of vitest declare. To have vitest itself list them takes ten seconds. */
function declaredRuns(): Set<string> {
  const runs = projects.flatMap((project) => {
    if (typeof project !== 'object' || !('test' in project)) return []
    const { name, include = [], exclude = [] } = project.test ?? {}
    const paths = globSync(include, { cwd: root, exclude })
    return paths.map((path) => `${path} on ${name}`)
  })
  return new Set(runs)
}
