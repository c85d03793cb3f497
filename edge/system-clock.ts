import type { AbortOptions } from '../src/ports/abort.ts'
import type { Clock } from '../src/ports/clock.ts'

/** The longest timer. A longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** {@link Clock} of the machine. In this runtime time advances only when I/O arrives. */
export function systemClock(): Clock {
  return {
    now: () => Date.now(),
    async sleep(durationMs, options) {
      for (let leftMs = durationMs; leftMs > 0; leftMs -= MAX_TIMER_MS) {
        await timer(Math.min(leftMs, MAX_TIMER_MS), options)
      }
    },
  }
}

async function timer(durationMs: number, { signal }: AbortOptions = {}): Promise<void> {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const running = setTimeout(resolve, durationMs)
  const leave = () => reject(signal?.reason)
  signal?.addEventListener('abort', leave, { once: true })
  try {
    await promise
  } finally {
    clearTimeout(running)
    signal?.removeEventListener('abort', leave)
  }
}
