import { DomainError } from '../../errors.ts'

/** All bytes of a stream or of pieces. Throws `too-large` beyond the bound. */
export async function collectBytes(
  source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  { maxBytes }: { readonly maxBytes: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let length = 0
  const next = readerOf(source)
  for (;;) {
    const piece = await next.read()
    if (piece === undefined) break
    length += piece.byteLength
    if (length > maxBytes) {
      await next.leave()
      throw new DomainError('too-large', `Cannot read more than ${maxBytes} bytes`)
    }
    pieces.push(piece)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.byteLength
  }
  return bytes
}

interface Pieces {
  read(): Promise<Uint8Array | undefined>
  leave(): Promise<unknown>
}

function readerOf(source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): Pieces {
  if (source instanceof ReadableStream) {
    const reader = source.getReader()
    return {
      read: async () => (await reader.read()).value,
      leave: () => reader.cancel().catch(() => undefined),
    }
  }
  const iterator = source[Symbol.asyncIterator]()
  return {
    read: async () => {
      const { done, value } = await iterator.next()
      return done ? undefined : value
    },
    leave: async () => iterator.return?.(),
  }
}
