import { joinBytes } from '../codec/bytes/bytes.ts'

/** How a byte stream ends, for every way in which it can end. */
export interface StreamEnd {
  /** Returns bytes to send in place of the error, or `undefined` to break the stream off. */
  readonly onError: (error: unknown) => Uint8Array | undefined
  /** Called once: after the last byte, after an error, or when the consumer cancels. */
  readonly onClose: () => void
  /** Called with the size of each chunk that goes out. */
  readonly onBytes?: (bytes: number) => void
  /** True while many streams go out. Chunks are then small: a host holds copies of one that its client does not read. */
  readonly isCrowded?: () => boolean
  /** Aborts when the client has disconnected. Not every host cancels the body in that case. */
  readonly signal?: AbortSignal | undefined
}

/** Size of a chunk while many streams go out. */
const CROWDED_CHUNK_BYTES = 64 * 1024

/**
 * A response body that pulls from `source` only as fast as the client reads. When the consumer cancels, the
 * source's `return` is called, so that abandoned work stops.
 */
export function byteStream(
  source: AsyncIterator<Uint8Array>,
  { onError, onClose, onBytes, isCrowded, signal }: StreamEnd,
): ReadableStream<Uint8Array> {
  let closed = false
  let unsent: Uint8Array | undefined
  const close = () => {
    if (closed) return
    closed = true
    signal?.removeEventListener('abort', leave)
    onClose()
  }
  const leave = () => {
    close()
    // A source that is blocked inside `next` ends by its own signal. The consumer is gone, so its error is
    // dropped.
    source.return?.().catch(() => undefined)
  }
  if (signal?.aborted) leave()
  else signal?.addEventListener('abort', leave, { once: true })
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = unsent ? { value: unsent } : await source.next()
          unsent = undefined
          // The consumer cancelled while `next` was pending.
          if (closed) {
            const reason = signal?.aborted
              ? signal.reason
              : new DOMException('The reader has left', 'AbortError')
            return controller.error(reason)
          }
          if (!done) {
            const chunk = isCrowded?.() ? value.subarray(0, CROWDED_CHUNK_BYTES) : value
            if (chunk.byteLength < value.byteLength) unsent = value.subarray(chunk.byteLength)
            onBytes?.(chunk.byteLength)
            return controller.enqueue(chunk)
          }
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

/** Pulls the first item early, so that a failure before any output is known before the status is sent. */
export async function pullFirst<T>(source: AsyncIterable<T>): Promise<AsyncIterator<T>> {
  const iterator = source[Symbol.asyncIterator]()
  return prepend(await iterator.next(), iterator)
}

/**
 * A host may lose this much of a body when the rest of it fails: the connection is reset before it is sent. So a body
 * of declared length begins when so much is there, or all of it.
 */
export const START_BYTES = 32 * 1024

export interface PulledStart {
  /** As many bytes as were asked for, if the source has so many. Done when it has none. */
  readonly first: IteratorResult<Uint8Array, void>
  readonly iterator: AsyncIterator<Uint8Array>
}

/** Pulls the first bytes early, so that a failure among them is known before the status is sent. */
export async function pullStart(
  source: AsyncIterable<Uint8Array>,
  atLeastBytes: number,
): Promise<PulledStart> {
  const iterator = source[Symbol.asyncIterator]()
  const pieces: Uint8Array[] = []
  for (let bytes = 0; bytes < atLeastBytes; ) {
    const { done, value } = await iterator.next()
    if (done) break
    pieces.push(value)
    bytes += value.byteLength
  }
  const [piece, ...others] = pieces
  if (!piece) return { first: { done: true, value: undefined }, iterator }
  return { first: { done: false, value: others.length > 0 ? joinBytes(pieces) : piece }, iterator }
}

/** An iterator that yields `first` again before the rest of `iterator`, and holds it no longer than that. */
export function prepend<T>(first: IteratorResult<T>, iterator: AsyncIterator<T>): AsyncIterator<T> {
  let unpulled: IteratorResult<T> | undefined = first
  return {
    next: () => {
      if (!unpulled) return iterator.next()
      const pulled = Promise.resolve(unpulled)
      unpulled = undefined
      return pulled
    },
    return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
  }
}
