import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { createByteReader } from './byte-reader.ts'

/** One part of a `multipart/form-data` body. */
export interface Part {
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>
  /** The bytes of the part. Unread bytes are skipped when the next part is asked for. */
  readonly content: AsyncIterable<Uint8Array>
}

/** A part's header block may be this long; longer is refused. */
const HEADER_LIMIT_BYTES = 16 * 1024

const ENCODER = new TextEncoder()
const CRLF = ENCODER.encode('\r\n')
const END_OF_HEADERS = ENCODER.encode('\r\n\r\n')

/** The boundary that a content type announces, or `undefined` when it is no `multipart/form-data`. */
export function multipartBoundary(contentType: string | null): string | undefined {
  if (!contentType || !/^\s*multipart\/form-data\s*(;|$)/i.test(contentType)) return undefined
  const found = /;\s*boundary\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/i.exec(contentType)
  const boundary = found?.[1]?.replace(/\\(.)/g, '$1') ?? found?.[2]
  return boundary && boundary.length <= 200 ? boundary : undefined
}

/**
 * Reads a multipart body as it arrives: parts in order, each part's bytes as views of the buffers they
 * arrived in. Memory is bounded by one buffer, whatever the size of the body.
 *
 * Throws `invalid-argument` for a body that ends early or is no multipart.
 */
export async function* readParts(
  body: ReadableStream<Uint8Array>,
  boundary: string,
  options: AbortOptions = {},
): AsyncGenerator<Part, void> {
  // The first delimiter may open the body without a line break before it.
  const reader = createByteReader(body, { ...options, prefix: CRLF })
  const delimiter = ENCODER.encode(`\r\n--${boundary}`)
  try {
    await skip(reader.until(delimiter))
    while (await startsPart(reader)) {
      const headers = parseHeaders(await reader.through(END_OF_HEADERS, HEADER_LIMIT_BYTES))
      const content = reader.until(delimiter)
      yield { headers, content }
      await skip(content)
    }
  } finally {
    await reader.close()
  }
}

async function skip(content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of content);
}

/** After a delimiter, and the padding that may follow it: a line break opens a part, two dashes end the body. */
async function startsPart(reader: ReturnType<typeof createByteReader>): Promise<boolean> {
  for (;;) {
    const [first, second] = await reader.peek(2)
    if (first === 0x2d && second === 0x2d) return false
    // The line break stays: before an empty header block it is half of what ends the headers.
    if (first === 0x0d && second === 0x0a) return true
    if (first !== 0x20 && first !== 0x09) {
      throw new DomainError(
        'invalid-argument',
        'multipart: expecting a new part; got a malformed boundary line',
      )
    }
    reader.drop(1)
  }
}

function parseHeaders(block: Uint8Array): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  const unfolded = new TextDecoder().decode(block).replace(/\r\n[ \t]+/g, ' ')
  for (const line of unfolded.split('\r\n')) {
    if (line === '') continue
    const colon = line.indexOf(':')
    if (colon <= 0) {
      const shown = JSON.stringify(line.slice(0, 80))
      throw new DomainError('invalid-argument', `multipart: malformed MIME header line: ${shown}`)
    }
    headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  return headers
}
