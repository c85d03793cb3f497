import type { AbortOptions } from '../ports/abort.ts'

/**
 * Yields the items of several sources as they come, one item ahead in each. When the consumer stops, when a source
 * throws or when the signal aborts, every source is told to stop, without waiting for it. Throws the reason of the
 * signal.
 */
export async function* mergeReady<T>(
  sources: readonly AsyncIterable<T>[],
  { signal }: AbortOptions = {},
): AsyncGenerator<T, void> {
  signal?.throwIfAborted()
  const iterators = sources.map((source) => source[Symbol.asyncIterator]())
  const next = async (at: number) => ({ at, result: await iterators[at]?.next() })
  const pending = new Map(iterators.map((_, at) => [at, next(at)]))
  const aborted = Promise.withResolvers<never>()
  aborted.promise.catch(() => undefined)
  const abort = () => aborted.reject(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  try {
    while (pending.size > 0) {
      const { at, result } = await Promise.race([aborted.promise, ...pending.values()])
      if (!result || result.done) pending.delete(at)
      else {
        pending.set(at, next(at))
        yield result.value
      }
    }
  } finally {
    signal?.removeEventListener('abort', abort)
    for (const [at, waiting] of pending) {
      waiting.catch(() => undefined)
      iterators[at]?.return?.().catch(() => undefined)
    }
  }
}
