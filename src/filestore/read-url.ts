import { type BoundedAnswer, boundedRequest } from '../net/trustless-gateway/bounded-request.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Clock } from '../ports/clock.ts'
import type { Outbound } from '../ports/outbound.ts'
import type { SourceRange } from '../ports/source-files.ts'
import type { SourceRead } from './source-read.ts'

export interface ReadUrlOptions extends SourceRange, AbortOptions {
  readonly outbound: Outbound
  readonly clock: Pick<Clock, 'sleep'>
}

/** A server without ranges is read from its beginning each time, so only a small file of it can be a source. */
const MAX_WHOLE_BYTES = 8 * 1024 * 1024

const MAX_REDIRECTS = 5

/**
 * Reads a range of a URL by one request; redirects are followed here, each to a permitted address only. The
 * version is the entity tag, or else the time of the last change, where the server sends them. Throws what
 * {@link boundedRequest} throws.
 */
export async function readUrl(
  url: URL,
  { offset, sizeBytes, ...options }: ReadUrlOptions,
): Promise<SourceRead> {
  const last = offset + sizeBytes - 1
  const answer = await boundedRequest(url, {
    ...options,
    init: { headers: { Range: `bytes=${offset}-${last}`, 'Accept-Encoding': 'identity' } },
    maxBytes: MAX_WHOLE_BYTES,
    maxTries: 1,
    maxRedirects: MAX_REDIRECTS,
    // The body of a longer answer is not read. A page of another origin does not see every header.
    accepts: (headers) => Number(headers.get('Content-Length') ?? 0) <= MAX_WHOLE_BYTES,
  })
  const { status, headers } = answer
  const version = headers.get('ETag') ?? headers.get('Last-Modified') ?? ''
  if (status === 416) {
    return { state: 'past-end', reason: unexpected(status), version, totalBytes: statedTotal(headers) }
  }
  if (status !== 200 && status !== 206) return { state: 'error', reason: unexpected(status), status }
  if (isEncoded(headers)) return { state: 'error', reason: 'its server compresses ranges' }
  const bytes =
    status === 206 ? rangeOf(answer, { offset, sizeBytes }) : wholeOf(answer, { offset, sizeBytes })
  const totalBytes = status === 206 ? statedTotal(headers) : answer.bytes.byteLength
  return bytes
    ? { state: 'read', bytes, version, totalBytes }
    : { state: 'error', reason: 'its server answers no ranges' }
}

function unexpected(status: number): string {
  return `expected HTTP 200 or 206 got ${status}`
}

function isEncoded(headers: Headers): boolean {
  return !['', 'identity'].includes(headers.get('Content-Encoding') ?? '')
}

/** The length at the end of `Content-Range`. Source: RFC 9110, section 14.4. */
function statedTotal(headers: Headers): number | undefined {
  const [, total] = /^bytes (?:\d+-\d+|\*)\/(\d+)$/.exec(headers.get('Content-Range') ?? '') ?? []
  return total === undefined ? undefined : Number(total)
}

/** `undefined` for another range than was asked for. */
function rangeOf(
  { headers, bytes }: BoundedAnswer,
  { offset, sizeBytes }: SourceRange,
): Uint8Array | undefined {
  const [, start] = /^bytes (\d+)-/.exec(headers.get('Content-Range') ?? '') ?? []
  if (start !== undefined && Number(start) !== offset) return undefined
  return bytes.byteLength <= sizeBytes ? bytes : undefined
}

/** `undefined` for a file that is too long to be read whole. */
function wholeOf(
  { headers, bytes }: BoundedAnswer,
  { offset, sizeBytes }: SourceRange,
): Uint8Array | undefined {
  if (Number(headers.get('Content-Length') ?? 0) > MAX_WHOLE_BYTES) return undefined
  return bytes.slice(offset, offset + sizeBytes)
}
