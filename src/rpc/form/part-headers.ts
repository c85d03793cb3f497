import { DomainError } from '../../errors.ts'

/** Maximum size of a part's headers. */
export const HEADER_LIMIT_BYTES = 16 * 1024

/** The two line breaks that end the headers of a part. */
export const END_OF_HEADERS = new TextEncoder().encode('\r\n\r\n')

const DECODER = new TextDecoder()

/** Reads the headers of a part. Names are in lower case. Throws `invalid-argument` for a line without a name. */
export function parseHeaders(block: Uint8Array): ReadonlyMap<string, string> {
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

/** The error for headers above the limit. */
export function headersTooLong(): DomainError {
  return new DomainError('invalid-argument', 'multipart: the headers of a part are too long')
}

/** The error for a boundary that neither ends the body nor its line. */
export function malformedBoundary(): DomainError {
  return new DomainError('invalid-argument', 'multipart: expecting a new part; got a malformed boundary line')
}
