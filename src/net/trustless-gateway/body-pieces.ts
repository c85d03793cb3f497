/**
 * The pieces of an answer's body, which is left when the signal aborts, its reader leaves or anything fails. Not every
 * body ends with the signal of its request. Throws the reason of the signal.
 */
export async function* bodyPieces(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader()
  // Nobody waits for it: whatever stands behind the body may take its time.
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
