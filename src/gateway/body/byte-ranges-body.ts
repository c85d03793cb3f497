import { joinBytes } from '../../codec/bytes/bytes.ts'
import { type ByteRange, contentRange } from './byte-range.ts'

/** Several parts of one body, as `multipart/byteranges`. */
export interface RangesBody {
  readonly contentType: string
  /** Exactly how many bytes {@link RangesBody.content} has. */
  readonly sizeBytes: number
  readonly content: AsyncIterable<Uint8Array>
}

export interface RangesOptions {
  /** A text that the content does not hold. */
  readonly boundary: string
  /** Of the whole body, as are the ranges. */
  readonly contentType: string
  readonly sizeBytes: number
  readonly read: (range: ByteRange) => AsyncIterable<Uint8Array>
}

const ENCODER = new TextEncoder()
const NOTHING = new Uint8Array(0)

/**
 * Frames the parts in their order; each is read when the one before has been sent. The head of a part comes with
 * its first bytes, so that nothing is sent when the first block is missing. A part that fails leaves the body
 * without its closing boundary and short of its length. Spec: RFC 9110, section 14.6.
 */
export function rangesBody(ranges: readonly ByteRange[], options: RangesOptions): RangesBody {
  const { boundary, contentType, sizeBytes, read } = options
  const parts = ranges.map((range, at) => ({
    range,
    head: ENCODER.encode(
      `${at === 0 ? '' : '\r\n'}--${boundary}\r\nContent-Type: ${contentType}\r\n` +
        `Content-Range: ${contentRange(range, sizeBytes)}\r\n\r\n`,
    ),
  }))
  const end = ENCODER.encode(`\r\n--${boundary}--\r\n`)

  async function* content(): AsyncGenerator<Uint8Array> {
    for (const { head, range } of parts) {
      let before = head
      for await (const piece of read(range)) {
        yield before.byteLength > 0 ? joinBytes([before, piece]) : piece
        before = NOTHING
      }
    }
    yield end
  }

  return {
    contentType: `multipart/byteranges; boundary=${boundary}`,
    sizeBytes: parts.reduce((sum, { head, range }) => sum + head.byteLength + range.length, end.byteLength),
    content: content(),
  }
}
