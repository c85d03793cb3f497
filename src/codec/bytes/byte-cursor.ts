import { DomainError } from '../../errors.ts'
import { joinBytes } from './bytes.ts'

/** Reads a stream of chunks in pieces of any size. One chunk is in memory at a time. */
export interface ByteCursor {
  /** Bytes consumed so far. */
  readonly position: number
  /** Returns the next `count` bytes without consuming them, or fewer at the end of the stream. For small counts. */
  peek(count: number): Promise<Uint8Array>
  /**
   * Consumes `count` bytes. The result is a view if one chunk contains them. Throws `corrupt` when the stream
   * ends early.
   */
  take(count: number): Promise<Uint8Array>
  /** Consumes `count` bytes without keeping them. Throws `corrupt` when the stream ends early. */
  skip(count: number): Promise<void>
  /** Ends the stream, unless it was read to its end. */
  close(): Promise<void>
}

const EMPTY = new Uint8Array(0)

/** The caller must limit `count`: `take` allocates it at once. */
export function createByteCursor(source: AsyncIterable<Uint8Array>): ByteCursor {
  const chunks = source[Symbol.asyncIterator]()
  let chunk: Uint8Array = EMPTY
  let position = 0

  const next = async (): Promise<boolean> => {
    const { done, value } = await chunks.next()
    if (done) return false
    chunk = value
    return true
  }
  const pass = (count: number) => {
    const passed = chunk.subarray(0, count)
    chunk = chunk.subarray(count)
    position += passed.byteLength
    return passed
  }
  const gather = async (count: number) => {
    const bytes = new Uint8Array(count)
    let held = 0
    while (held < count) {
      if (chunk.byteLength === 0 && !(await next())) return bytes.subarray(0, held)
      const piece = chunk.subarray(0, count - held)
      bytes.set(piece, held)
      chunk = chunk.subarray(piece.byteLength)
      held += piece.byteLength
    }
    return bytes
  }

  return {
    get position() {
      return position
    },
    async peek(count) {
      if (chunk.byteLength >= count) return chunk.subarray(0, count)
      const gathered = await gather(count)
      chunk = chunk.byteLength === 0 ? gathered : joinBytes([gathered, chunk])
      return chunk.subarray(0, count)
    },
    async take(count) {
      if (chunk.byteLength >= count) return pass(count)
      const bytes = await gather(count)
      position += bytes.byteLength
      if (bytes.byteLength < count) throw new DomainError('corrupt', 'unexpected EOF')
      return bytes
    },
    async skip(count) {
      for (let left = count; left > 0; left -= pass(left).byteLength) {
        if (chunk.byteLength === 0 && !(await next())) throw new DomainError('corrupt', 'unexpected EOF')
      }
    },
    async close() {
      await chunks.return?.()
    },
  }
}
