import { DomainError } from '../../errors.ts'
import { type ByteReader, type ByteReaderOptions, createByteReader } from './byte-reader.ts'

/** One part of a `multipart/form-data` body. */
export interface FormPart {
  /** Names are in lower case. Of a repeated header the first counts. */
  readonly headers: ReadonlyMap<string, string>
  /** The bytes of the part. Unread bytes are skipped when the next part is requested. */
  readonly content: AsyncIterable<Uint8Array>
}

/** Maximum size of a part's headers. */
const HEADER_LIMIT_BYTES = 16 * 1024

/** The cost of a part besides its bytes: a directory entry, a block and a line of the reply. */
const WORK_PER_PART_BYTES = 16 * 1024

const [TAB, LF, CR, SPACE, DASH] = [0x09, 0x0a, 0x0d, 0x20, 0x2d]

const ENCODER = new TextEncoder()
const DECODER = new TextDecoder()
const CRLF = ENCODER.encode('\r\n')
const END_OF_HEADERS = ENCODER.encode('\r\n\r\n')

/** The boundary in a content type. `undefined` if it is not `multipart/form-data`. */
export function multipartBoundary(contentType: string | null): string | undefined {
  if (!contentType || !/^\s*multipart\/form-data\s*(;|$)/i.test(contentType)) return undefined
  const found = /;\s*boundary\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/i.exec(contentType)
  const boundary = found?.[1]?.replace(/\\(.)/g, '$1') ?? found?.[2]
  return boundary && boundary.length <= 200 ? boundary : undefined
}

/**
 * Parses a multipart body as a stream: the parts in order, their bytes as views of the buffers in which they
 * arrived. Memory is limited to one buffer, whatever the size of the body.
 *
 * Throws `invalid-argument` for a body that ends early or is not multipart.
 */
export async function* readParts(
  body: ReadableStream<Uint8Array>,
  boundary: string,
  options: Omit<ByteReaderOptions, 'prefix'> = {},
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
  throw new DomainError('invalid-argument', 'multipart: expecting a new part; got a malformed boundary line')
}

function parseHeaders(block: Uint8Array): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  const unfolded = DECODER.decode(block).replace(/\r\n[ \t]+/g, ' ')
  for (const line of unfolded.split('\r\n')) {
    if (line === '') continue
    const colon = line.indexOf(':')
    if (colon <= 0) {
      const shown = JSON.stringify(line.slice(0, 80))
      throw new DomainError('invalid-argument', `multipart: malformed MIME header line: ${shown}`)
    }
    const name = line.slice(0, colon).trim().toLowerCase()
    if (!headers.has(name)) headers.set(name, line.slice(colon + 1).trim())
  }
  return headers
}
