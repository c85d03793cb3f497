import type { AbortOptions } from '../src/ports/abort.ts'
import type { Clock } from '../src/ports/clock.ts'

/** {@link Clock} of the machine. */
export function systemClock(): Clock {
  return { now: () => Date.now(), sleep }
}

async function sleep(durationMs: number, { signal }: AbortOptions = {}): Promise<void> {
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
