/** One request and its response, as a line of the log. */
export interface AccessLine {
  readonly level: 'info'
  readonly scope: 'access'
  readonly message: 'Answered request'
  readonly method: string
  /** Without the query, which may have a password. */
  readonly path: string
  readonly status: number
  /** Of the body, where it is declared. */
  readonly bytes?: number
  /** Milliseconds until the response began. */
  readonly ms: number
}

const MAX_PATH_CHARACTERS = 1024

/**
 * Describes a request for the log. Neither a header, nor a query, nor a body, nor the address of the caller is in it:
 * a log is kept, and read by others.
 */
export function accessLine(
  { method, url }: Pick<Request, 'method' | 'url'>,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  durationMs: number,
): AccessLine {
  const path = URL.parse(url)?.pathname ?? ''
  const length = headers.get('Content-Length')
  return {
    level: 'info',
    scope: 'access',
    message: 'Answered request',
    method,
    path: path.slice(0, MAX_PATH_CHARACTERS),
    status,
    ...(length !== null && { bytes: Number(length) }),
    ms: Math.round(durationMs),
  }
}
