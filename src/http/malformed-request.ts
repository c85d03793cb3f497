/** Matches lengths up to the largest that a number represents exactly. */
const LENGTH = /^\d{1,16}$/

/**
 * Describes a malformed `Host` or `Content-Length` header, which some hosts let pass. `undefined` when both are
 * well-formed.
 */
export function malformedHeader({ url, headers }: Pick<Request, 'url' | 'headers'>): string | undefined {
  if (!URL.canParse(url)) return 'malformed Host header'
  const length = headers.get('Content-Length')
  return length !== null && !LENGTH.test(length) ? 'malformed Content-Length header' : undefined
}
