import type { AbortOptions } from '../ports/abort.ts'
import type { Clock } from '../ports/clock.ts'
import { abortWith } from './abort-with.ts'

export interface TimeLimitOptions extends AbortOptions {
  readonly clock: Pick<Clock, 'sleep'>
  /** Its signal ends the task: aborted when the limit is exceeded, and with `signal` while the task runs. */
  readonly late: AbortController
  /** Default: 30 seconds. */
  readonly maxMs?: number
}

const MAX_MS = 30_000

/** Runs a task with a time limit. The task itself rejects once its signal has aborted. */
export async function withTimeLimit<T>(
  task: () => Promise<T>,
  { clock, late, maxMs = MAX_MS, signal }: TimeLimitOptions,
): Promise<T> {
  const unlink = abortWith(signal, late)
  const ended = new AbortController()
  const timer = clock.sleep(maxMs, { signal: ended.signal }).then(
    () => late.abort(),
    () => undefined,
  )
  try {
    return await task()
  } finally {
    unlink()
    ended.abort()
    await timer
  }
}
