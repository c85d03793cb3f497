/** Digits of the largest length that a number holds exactly. */
const LENGTH = /^\d{1,16}$/

/** What is wrong with the `Host` or `Content-Length` of a request, where the host of the node lets it pass. */
export function malformedHeader({ url, headers }: Pick<Request, 'url' | 'headers'>): string | undefined {
  if (!URL.canParse(url)) return 'malformed Host header'
  const length = headers.get('Content-Length')
  return length !== null && !LENGTH.test(length) ? 'malformed Content-Length header' : undefined
}
