import type { AbortOptions } from '../../ports/abort.ts'

/**
 * Yields the chunks of a stream, and cancels the stream when the consumer stops early or the signal aborts, also while
 * a read is pending. Throws the signal's reason then. Not every engine can iterate streams.
 */
export async function* piecesOf(
  stream: ReadableStream<Uint8Array>,
  { signal }: AbortOptions = {},
): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader()
  const leave = () => void reader.cancel(signal?.reason).catch(() => undefined)
  signal?.addEventListener('abort', leave, { once: true })
  try {
    for (;;) {
      signal?.throwIfAborted()
      const { done, value } = await reader.read()
      signal?.throwIfAborted()
      if (done) return
      yield value
    }
  } finally {
    signal?.removeEventListener('abort', leave)
    await reader.cancel().catch(() => undefined)
  }
}
