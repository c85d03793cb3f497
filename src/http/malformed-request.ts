import { parsedUrl } from './request-url.ts'

/** Matches lengths up to the largest that a number represents exactly. */
const LENGTH = /^\d{1,16}$/

/**
 * Describes a malformed `Host` or `Content-Length` header, which some hosts let pass. `undefined` when both are
 * well-formed.
 */
export function malformedHeader(request: Pick<Request, 'url' | 'headers'>): string | undefined {
  if (!parsedUrl(request)) return 'malformed Host header'
  const length = request.headers.get('Content-Length')
  return length !== null && !LENGTH.test(length) ? 'malformed Content-Length header' : undefined
}
