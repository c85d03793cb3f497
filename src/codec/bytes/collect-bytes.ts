import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { joinBytes } from './bytes.ts'
import { piecesOf } from './pieces-of.ts'

export interface CollectBytesOptions extends AbortOptions {
  readonly maxBytes: number
  /** Creates the error for too many bytes. Default: a `too-large` that names the limit. */
  readonly tooLarge?: () => Error
}

/**
 * Collects all bytes of a stream or iterable. Throws `too-large`, and ends the source, as soon as there are too
 * many.
 */
export async function collectBytes(
  source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  { maxBytes, tooLarge = () => overBound(maxBytes), signal }: CollectBytesOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let sizeBytes = 0
  for await (const piece of source instanceof ReadableStream ? piecesOf(source) : source) {
    signal?.throwIfAborted()
    sizeBytes += piece.byteLength
    if (sizeBytes > maxBytes) throw tooLarge()
    pieces.push(piece)
  }
  signal?.throwIfAborted()
  return joinBytes(pieces)
}

function overBound(maxBytes: number): DomainError {
  return new DomainError('too-large', `Cannot read more than ${maxBytes} bytes`)
}
