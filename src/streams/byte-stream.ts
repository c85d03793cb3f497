/** What happens at the end of a reply, whichever way it comes. */
export interface StreamEnd {
  /** Bytes to send in place of the error, or `undefined` to break the stream off. */
  readonly onError: (error: unknown) => Uint8Array | undefined
  /** Runs once: after the last byte, after an error, or when the reader leaves. */
  readonly onClose: () => void
  /** Aborts when the reader has left: not every host cancels the body then. */
  readonly signal?: AbortSignal | undefined
}

/**
 * A body that takes from `source` only as fast as it is read. A reader that leaves reaches the source's
 * `return`, so that nothing goes on working for nobody.
 */
export function byteStream(
  source: AsyncIterator<Uint8Array>,
  { onError, onClose, signal }: StreamEnd,
): ReadableStream<Uint8Array> {
  let closed = false
  const close = () => {
    if (closed) return
    closed = true
    signal?.removeEventListener('abort', leave)
    onClose()
  }
  const leave = () => {
    close()
    // A source that waits inside `next` ends by its own signal; its error has no reader any more.
    source.return?.().catch(() => undefined)
  }
  signal?.addEventListener('abort', leave, { once: true })
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await source.next()
          // The reader left while this was on its way.
          if (closed) return controller.error(new DOMException('The reader has left', 'AbortError'))
          if (!done) return controller.enqueue(value)
          controller.close()
        } catch (error) {
          if (closed) return controller.error(error)
          const last = onError(error)
          if (last === undefined) {
            controller.error(error)
          } else {
            controller.enqueue(last)
            controller.close()
          }
        }
        close()
      },
      async cancel() {
        close()
        await source.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

/** The iterator with its first item already taken, so that an early failure is known before the status. */
export async function primed<T>(source: AsyncIterable<T>): Promise<AsyncIterator<T>> {
  const iterator = source[Symbol.asyncIterator]()
  return resumed(await iterator.next(), iterator)
}

/** The iterator as it was before its first result was taken. */
export function resumed<T>(first: IteratorResult<T>, iterator: AsyncIterator<T>): AsyncIterator<T> {
  let hasPulled = false
  return {
    next: () => {
      if (hasPulled) return iterator.next()
      hasPulled = true
      return Promise.resolve(first)
    },
    return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
  }
}
