import { joinBytes } from '../../codec/bytes/bytes.ts'
import { type ByteRange, contentRange } from './byte-range.ts'

/** Several ranges of one body, as `multipart/byteranges`. */
export interface RangesBody {
  readonly contentType: string
  /** The exact size of {@link RangesBody.content}. */
  readonly sizeBytes: number
  readonly content: AsyncIterable<Uint8Array>
}

export interface RangesOptions {
  /** A text that the content does not contain. */
  readonly boundary: string
  /** Content type and size of the whole body. */
  readonly contentType: string
  readonly sizeBytes: number
  readonly read: (range: ByteRange) => AsyncIterable<Uint8Array>
}

const ENCODER = new TextEncoder()
const NOTHING = new Uint8Array(0)

/**
 * Frames the ranges in their order. Each is read after the previous one was sent. The head of a part is sent
 * together with its first bytes, so that nothing is sent when the first block is missing. After a failure the
 * body has no closing boundary and is shorter than declared. Spec: RFC 9110, section 14.6.
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
