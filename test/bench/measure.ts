/** How a figure reads, and which way it gets better. */
export interface Unit {
  readonly name: 'MiB/s' | 'MiB' | 'ms' | '/s' | 'kB' | 'bytes' | '×' | '%' | 'MiB/h'
  readonly better: 'higher' | 'lower'
}

export const MIB_PER_SECOND: Unit = { name: 'MiB/s', better: 'higher' }
export const PER_SECOND: Unit = { name: '/s', better: 'higher' }
export const MILLISECONDS: Unit = { name: 'ms', better: 'lower' }
export const MIB: Unit = { name: 'MiB', better: 'lower' }
export const MIB_AN_HOUR: Unit = { name: 'MiB/h', better: 'lower' }
export const KILOBYTES: Unit = { name: 'kB', better: 'lower' }
export const BYTES: Unit = { name: 'bytes', better: 'lower' }
export const PERCENT: Unit = { name: '%', better: 'lower' }
/** A share of what is possible. */
export const SHARE: Unit = { name: '%', better: 'higher' }
export const TIMES: Unit = { name: '×', better: 'lower' }

/** What one subject showed: every run and their median, or why it could not. */
export type Outcome =
  | { readonly runs: readonly number[]; readonly median: number }
  | { readonly failure: string }

/** What a row has to show: a ratio to the peer, or a figure of our own in the unit of the row. */
export type Goal = (RatioGoal | { readonly figure: number }) & {
  /** Why it may be missed, in one line: the table prints it where it is. */
  readonly cause?: string | undefined
}

interface RatioGoal {
  readonly ratio: number
  /** Another subject, the least that the runtime can do: this ratio to it is enough where the peer is faster than it. */
  readonly floor?: { readonly name: string; readonly ratio: number } | undefined
}

export interface Row {
  readonly section: string
  readonly name: string
  readonly unit: Unit
  /** By the name of the subject; ours is `tidepool`. */
  readonly outcomes: Readonly<Record<string, Outcome>>
  readonly goal?: Goal | undefined
}

/** One run: resolves to its figure in the unit of the row. `round` counts from 0. */
export type Run = (round: number) => Promise<number>

export interface Measurement extends Omit<Row, 'outcomes'> {
  readonly rounds: number
  readonly runs: Readonly<Record<string, Run>>
}

/**
 * Runs the subjects by turns, another one first in each round, so that what the machine does besides meets
 * all of them. A subject that fails is out of the row and no other is.
 */
export async function measure({ runs, rounds, ...row }: Measurement): Promise<Row> {
  const names = Object.keys(runs)
  const figures = new Map<string, number[]>()
  const failures = new Map<string, string>()
  for (let round = 0; round < rounds; round += 1) {
    for (const [at] of names.entries()) {
      const name = names[(at + round) % names.length] ?? ''
      const run = runs[name]
      if (!run || failures.has(name)) continue
      try {
        const figure = await run(round)
        figures.set(name, [...(figures.get(name) ?? []), figure])
      } catch (error) {
        failures.set(name, describe(error))
      }
    }
  }
  const outcomes = names.map((name): [string, Outcome] => {
    const failure = failures.get(name)
    return [name, failure === undefined ? outcomeOf(figures.get(name) ?? []) : { failure }]
  })
  return { ...row, outcomes: Object.fromEntries(outcomes) }
}

/** The outcome of figures that were taken elsewhere; none at all is a failure. */
export function outcomeOf(runs: readonly number[]): Outcome {
  const sorted = runs.toSorted((first, second) => first - second)
  const low = sorted[Math.floor((sorted.length - 1) / 2)]
  const high = sorted[Math.floor(sorted.length / 2)]
  if (low === undefined || high === undefined) return { failure: 'not run' }
  return { runs, median: (low + high) / 2 }
}

/** How many times better `tidepool` is than a peer; `undefined` where one of the two has no figure. */
export function ratioTo(peer: string, { outcomes, unit }: Row): number | undefined {
  const ours = outcomes['tidepool']
  const theirs = outcomes[peer]
  if (!ours || !theirs || 'failure' in ours || 'failure' in theirs) return undefined
  return unit.better === 'higher' ? ours.median / theirs.median : theirs.median / ours.median
}

/** Milliseconds that a task takes. */
export async function timed(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await task()
  return performance.now() - start
}

/** The outcome of a task. Rejects when it takes longer than so many seconds: a peer may never answer. */
export async function inSeconds<T>(limit: number, task: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`not done in ${limit} s`)), limit * 1000)
  try {
    return await Promise.race([task, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function describe(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 200) ?? ''
}
