/**
 * Yields the chunks of a response body. Cancels the body when the signal aborts, the consumer stops or anything
 * fails, because not every body ends with the signal of its request. Throws the reason of the signal.
 */
export async function* bodyChunks(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader()
  // Not awaited: the cancellation may take long.
  const leave = () => void reader.cancel(signal.reason).catch(() => undefined)
  signal.addEventListener('abort', leave, { once: true })
  try {
    for (;;) {
      signal.throwIfAborted()
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return
      yield value
    }
  } finally {
    signal.removeEventListener('abort', leave)
    leave()
  }
}
