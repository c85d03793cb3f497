import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Clock } from '../../ports/clock.ts'

export interface TimeLimit extends AbortOptions {
  readonly clock: Pick<Clock, 'sleep'>
  readonly limitMs: number
}

/**
 * Runs a task with a signal that aborts when the caller's does, or when the time limit has passed, which rejects
 * with `timeout`. The timer ends with the task: a runtime permits only so many.
 */
export async function inTime<T>(
  task: (signal: AbortSignal) => Promise<T>,
  { clock, limitMs, signal }: TimeLimit,
): Promise<T> {
  signal?.throwIfAborted()
  const late = new AbortController()
  const ended = new AbortController()
  const abort = () => late.abort(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  clock.sleep(limitMs, { signal: ended.signal }).then(
    () => late.abort(new DomainError('timeout', `Cannot wait for peer: over ${limitMs} ms`)),
    () => undefined,
  )
  try {
    return await task(late.signal)
  } finally {
    signal?.removeEventListener('abort', abort)
    ended.abort()
  }
}
