import { type ByteSourceOptions, openSource } from '../../http/byte-source.ts'
import { byteSearch } from './byte-search.ts'
import { endOfBody, throwReadError } from './form-errors.ts'
import { headersTooLong } from './part-headers.ts'

/** Reads a byte stream up to delimiters. Holds one buffer, and as much of the previous one as a delimiter is long. */
export interface ByteReader {
  /** Returns the next `count` bytes without consuming them. Throws `invalid-argument` at the end of the stream. */
  peek(count: number): Promise<Uint8Array>
  /** Consumes bytes that were peeked at. */
  drop(count: number): void
  /** Returns the bytes before the delimiter, and consumes both. Throws `invalid-argument` beyond `limitBytes`. */
  through(delimiter: Uint8Array, limitBytes: number): Promise<Uint8Array>
  /**
   * Yields the bytes before the delimiter, of any length, as views. After an early stop, the next iteration
   * continues.
   */
  until(delimiter: Uint8Array): AsyncIterable<Uint8Array>
  /** Counts work that the size of the bytes does not show, as if it were this many bytes. */
  worked(bytes: number): Promise<void> | undefined
  /** Cancels the stream, unless it was read to its end. */
  close(): Promise<void>
}

export interface ByteReaderOptions extends ByteSourceOptions {
  /** Bytes to read before those of the stream. */
  readonly prefix?: Uint8Array
}

export function createByteReader(
  body: ReadableStream<Uint8Array>,
  { prefix = new Uint8Array(0), ...options }: ByteReaderOptions = {},
): ByteReader {
  const { signal } = options
  const source = openSource(body, options)
  const searches = new Map<Uint8Array, (haystack: Uint8Array) => number>()
  const searchFor = (delimiter: Uint8Array) => {
    const search = searches.get(delimiter) ?? byteSearch(delimiter)
    searches.set(delimiter, search)
    return search
  }
  let held = prefix
  let ended = false

  // A stalled client would block the caller for ever, so a waiting read is cancelled.
  const leave = () => void source.cancel()
  signal?.addEventListener('abort', leave, { once: true })

  const fill = async () => {
    signal?.throwIfAborted()
    const next = ended ? undefined : await source.read(held).catch((error) => throwReadError(error, signal))
    signal?.throwIfAborted()
    if (next === undefined) {
      ended = true
      throw endOfBody()
    }
    held = next
  }

  return {
    async peek(count) {
      while (held.byteLength < count) await fill()
      return held.subarray(0, count)
    },
    drop(count) {
      held = held.subarray(count)
    },
    async through(delimiter, limitBytes) {
      const search = searchFor(delimiter)
      let at = search(held)
      while (at < 0 && held.byteLength <= limitBytes) {
        await fill()
        at = search(held)
      }
      if (at < 0 || at > limitBytes) {
        throw headersTooLong()
      }
      const found = held.subarray(0, at)
      held = held.subarray(at + delimiter.byteLength)
      return found
    },
    until(delimiter) {
      const search = searchFor(delimiter)
      let done = false
      return {
        async *[Symbol.asyncIterator]() {
          while (!done) {
            const at = search(held)
            done = at >= 0
            const end = done ? at : Math.max(0, held.byteLength - delimiter.byteLength + 1)
            const view = held.subarray(0, end)
            held = held.subarray(done ? end + delimiter.byteLength : end)
            if (view.byteLength > 0) yield view
            if (!done) await fill()
          }
        },
      }
    },
    worked: (bytes) => source.worked(bytes),
    close() {
      signal?.removeEventListener('abort', leave)
      return ended ? Promise.resolve() : source.cancel()
    },
  }
}
