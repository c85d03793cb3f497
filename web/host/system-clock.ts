import type { AbortOptions } from '../../src/ports/abort.ts'
import type { Clock } from '../../src/ports/clock.ts'

/** The longest timer. A longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** {@link Clock} of the machine. */
export function systemClock(): Clock {
  return { now: () => Date.now(), sleep }
}

async function sleep(durationMs: number, options: AbortOptions = {}): Promise<void> {
  for (let leftMs = durationMs; leftMs > 0; leftMs -= MAX_TIMER_MS) {
    await wait(Math.min(leftMs, MAX_TIMER_MS), options)
  }
}

async function wait(durationMs: number, { signal }: AbortOptions): Promise<void> {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, durationMs)
  const abort = () => {
    clearTimeout(timer)
    reject(signal?.reason)
  }
  signal?.addEventListener('abort', abort, { once: true })
  try {
    await promise
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}
