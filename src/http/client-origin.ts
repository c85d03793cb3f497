import { requestUrl } from './request-url.ts'

type Sent = Pick<Request, 'url' | 'headers'>

/** The scheme that the client used, with its colon. `X-Forwarded-Proto` of a proxy takes precedence. */
export function clientScheme(request: Sent): string {
  const forwarded = request.headers.get('X-Forwarded-Proto')
  return forwarded === 'http' || forwarded === 'https' ? `${forwarded}:` : requestUrl(request).protocol
}

/** The origin at which the client has reached this node. It differs from that of the URL behind a proxy that ends TLS. */
export function clientOrigin(request: Sent): string {
  const { protocol, host, origin } = requestUrl(request)
  const scheme = clientScheme(request)
  return scheme === protocol ? origin : new URL(`${scheme}//${host}`).origin
}
