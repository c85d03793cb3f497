import { isSmallBody } from '../../http/byte-source.ts'
import { type ByteReader, type ByteReaderOptions, createByteReader } from './byte-reader.ts'
import type { FormPart } from './form-part.ts'
import { END_OF_HEADERS, HEADER_LIMIT_BYTES, malformedBoundary, parseHeaders } from './part-headers.ts'
import { readWholeParts } from './whole-parts.ts'

/** The cost of a part besides its bytes: a directory entry, a block and a line of the reply. */
const WORK_PER_PART_BYTES = 16 * 1024

const [TAB, LF, CR, SPACE, DASH] = [0x09, 0x0a, 0x0d, 0x20, 0x2d]

const ENCODER = new TextEncoder()
const CRLF = ENCODER.encode('\r\n')

/** The boundary in a content type. `undefined` if it is not `multipart/form-data`. */
export function multipartBoundary(contentType: string | null): string | undefined {
  if (!contentType || !/^\s*multipart\/form-data\s*(;|$)/i.test(contentType)) return undefined
  const found = /;\s*boundary\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/i.exec(contentType)
  const boundary = found?.[1]?.replace(/\\(.)/g, '$1') ?? found?.[2]
  return boundary && boundary.length <= 200 ? boundary : undefined
}

/**
 * Parses a multipart body: the parts in order, their bytes as views of the buffers in which they arrived. A small
 * body is read as a whole, a large one as a stream: memory is limited to one buffer, whatever the size of the body.
 *
 * Throws `invalid-argument` for a body that ends early or is not multipart.
 */
export function readParts(
  body: ReadableStream<Uint8Array>,
  boundary: string,
  options: Omit<ByteReaderOptions, 'prefix'> = {},
): AsyncGenerator<FormPart, void> {
  return isSmallBody(options) ? readWholeParts(body, boundary, options) : streamParts(body, boundary, options)
}

async function* streamParts(
  body: ReadableStream<Uint8Array>,
  boundary: string,
  options: Omit<ByteReaderOptions, 'prefix'>,
): AsyncGenerator<FormPart, void> {
  // The first delimiter may be at the start of the body, without a line break before it.
  const reader = createByteReader(body, { ...options, prefix: CRLF })
  const delimiter = ENCODER.encode(`\r\n--${boundary}`)
  try {
    await skip(untilLine(reader, delimiter))
    while (await startsPart(reader)) {
      const headers = parseHeaders(await reader.through(END_OF_HEADERS, HEADER_LIMIT_BYTES))
      const content = untilLine(reader, delimiter)
      await reader.worked(WORK_PER_PART_BYTES)
      yield { headers, content }
      await skip(content)
    }
  } finally {
    await reader.close()
  }
}

/**
 * Yields the bytes before a delimiter on a line of its own. A line that only begins like one is content, as in
 * the reference. After an early stop, the next iteration continues.
 */
function untilLine(reader: ByteReader, delimiter: Uint8Array): AsyncIterable<Uint8Array> {
  let rest = reader.until(delimiter)
  let done = false
  return {
    async *[Symbol.asyncIterator]() {
      while (!done) {
        yield* rest
        done = await endsLine(reader)
        if (done) return
        rest = reader.until(delimiter)
        yield delimiter
      }
    },
  }
}

async function endsLine(reader: ByteReader): Promise<boolean> {
  const [first, second] = await reader.peek(2)
  if (first === DASH) return second === DASH
  return first === SPACE || first === TAB || (first === CR && second === LF)
}

async function skip(content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of content);
}

/** Reads what follows a delimiter: two dashes end the body, a line break, possibly after padding, begins a part. */
async function startsPart(reader: ByteReader): Promise<boolean> {
  let [first, second] = await reader.peek(2)
  if (first === DASH && second === DASH) return false
  while (first === SPACE || first === TAB) {
    reader.drop(1)
    ;[first, second] = await reader.peek(2)
  }
  // The line break is not consumed: before an empty header block it is half of what ends the headers.
  if (first === CR && second === LF) return true
  throw malformedBoundary()
}
