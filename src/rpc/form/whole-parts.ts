import { startsWithBytes } from '../../codec/bytes/bytes.ts'
import { type ByteSourceOptions, openSource } from '../../http/byte-source.ts'
import { byteSearch } from './byte-search.ts'
import { endOfBody, throwReadError } from './form-errors.ts'
import type { FormPart } from './form-part.ts'
import {
  END_OF_HEADERS,
  HEADER_LIMIT_BYTES,
  headersTooLong,
  malformedBoundary,
  parseHeaders,
} from './part-headers.ts'

const [TAB, LF, CR, SPACE, DASH] = [0x09, 0x0a, 0x0d, 0x20, 0x2d]

const ENCODER = new TextEncoder()
const CRLF_BYTES = 2
const NO_BYTES = new Uint8Array()
const endOfHeaders = byteSearch(END_OF_HEADERS)

/**
 * Reads a small multipart body as a whole, and parses it without waiting: waiting for each step of the parser costs
 * several times as much as its work. Throws the errors of reading, and those of {@link partsIn}.
 */
export async function* readWholeParts(
  body: ReadableStream<Uint8Array>,
  boundary: string,
  options: ByteSourceOptions,
): AsyncGenerator<FormPart, void> {
  for (const part of partsIn(await readWhole(body, options), boundary)) yield part
}

async function readWhole(body: ReadableStream<Uint8Array>, options: ByteSourceOptions): Promise<Uint8Array> {
  const { signal } = options
  const source = openSource(body, options)
  // A stalled client would block the caller for ever, so a waiting read is cancelled.
  const leave = () => void source.cancel()
  signal?.addEventListener('abort', leave, { once: true })
  try {
    signal?.throwIfAborted()
    const bytes = await source.read(NO_BYTES)
    signal?.throwIfAborted()
    return bytes ?? NO_BYTES
  } catch (error) {
    return throwReadError(error, signal)
  } finally {
    signal?.removeEventListener('abort', leave)
    void source.cancel()
  }
}

/** The parts of a body. Throws `invalid-argument` for one that ends early or is not multipart, after its whole parts. */
function* partsIn(body: Uint8Array, boundary: string): Generator<FormPart, void> {
  const delimiter = ENCODER.encode(`\r\n--${boundary}`)
  const search = byteSearch(delimiter)
  const lineAfter = (from: number) => {
    for (let at = from; ; at += 1) {
      const next = search(body.subarray(at))
      at += next
      if (next < 0 || at + delimiter.byteLength + 2 > body.byteLength) return undefined
      if (endsLine(body, at + delimiter.byteLength)) return at
    }
  }
  // The first boundary may be at the start of the body, without a line break before it.
  const isFirst = startsWithBytes(body, delimiter.subarray(CRLF_BYTES))
  const first = delimiter.byteLength - CRLF_BYTES
  let line = isFirst && endsLine(body, first) ? -CRLF_BYTES : lineAfter(0)
  for (;;) {
    if (line === undefined) throw endOfBody()
    let at = line + delimiter.byteLength
    if (body[at] === DASH) return
    while (body[at] === SPACE || body[at] === TAB) at += 1
    if (at + 2 > body.byteLength) throw endOfBody()
    if (body[at] !== CR || body[at + 1] !== LF) throw malformedBoundary()
    const rest = body.subarray(at)
    const headerBytes = endOfHeaders(rest)
    if (headerBytes < 0 && rest.byteLength <= HEADER_LIMIT_BYTES) throw endOfBody()
    if (headerBytes < 0 || headerBytes > HEADER_LIMIT_BYTES) throw headersTooLong()
    const start = at + headerBytes + END_OF_HEADERS.byteLength
    line = lineAfter(start)
    const headers = parseHeaders(rest.subarray(0, headerBytes))
    yield { headers, content: contentOf(body.subarray(start, line), line !== undefined) }
  }
}

/** True for what follows a delimiter on a line of its own. A line that only begins like one is content. */
function endsLine(body: Uint8Array, at: number): boolean {
  const first = body[at]
  const second = body[at + 1]
  if (first === DASH) return second === DASH
  return first === SPACE || first === TAB || (first === CR && second === LF)
}

/** Yields bytes once, in whichever iteration comes first. Throws after them where the body ends too early. */
function contentOf(bytes: Uint8Array, isWhole: boolean): AsyncIterable<Uint8Array> {
  let isRead = bytes.byteLength === 0
  const iterator: AsyncIterator<Uint8Array, undefined> = {
    async next() {
      if (isRead && !isWhole) throw endOfBody()
      if (isRead) return { done: true, value: undefined }
      isRead = true
      return { done: false, value: bytes }
    },
  }
  return { [Symbol.asyncIterator]: () => iterator }
}
