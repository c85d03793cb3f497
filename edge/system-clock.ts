import type { Clock } from '../src/ports/clock.ts'

/** {@link Clock} of the machine. The runtime moves time on only when something from outside arrives. */
export function systemClock(): Clock {
  return {
    now: () => Date.now(),
    async sleep(durationMs, { signal } = {}) {
      signal?.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, durationMs)
      const leave = () => reject(signal?.reason)
      signal?.addEventListener('abort', leave, { once: true })
      try {
        await promise
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
      }
    },
  }
}
