import type { AbortOptions } from '../ports/abort.ts'

/**
 * Waits for a promise that others wait for too. Rejects with the signal's reason when the signal aborts first; the
 * promise stays pending.
 */
export async function untilAborted<T>(promise: Promise<T>, { signal }: AbortOptions = {}): Promise<T> {
  if (!signal) return promise
  // The caller may leave first, so a later failure must not become an unhandled rejection.
  promise.catch(() => undefined)
  signal.throwIfAborted()
  const gone = Promise.withResolvers<never>()
  const leave = () => gone.reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([promise, gone.promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
