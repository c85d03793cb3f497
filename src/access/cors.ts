import type { AddedHeaders } from '../http/added-headers.ts'
import { requestUrl } from '../http/request-url.ts'
import type { AccessPolicy } from './policy.ts'

/** Headers that a page may send besides the CORS-safelisted ones. Includes `authorization`, so that tokens work. */
const ALLOWED_HEADERS = [
  'accept',
  'authorization',
  'content-type',
  'origin',
  'x-requested-with',
  'x-stream-output',
  'x-chunked-output',
  'x-content-length',
]

export function isPreflight(request: Request): boolean {
  return request.method === 'OPTIONS' && request.headers.has('Access-Control-Request-Method')
}

/**
 * The response to a CORS preflight: always 200, with permission only if everything that the page requests is
 * allowed. Spec gap: the document does not mention preflights. This is the reference's response, with more
 * allowed headers.
 */
export function preflightResponse(policy: AccessPolicy, request: Request): Response {
  const headers = new Headers({ Vary: 'Origin' })
  headers.append('Vary', 'Access-Control-Request-Method')
  headers.append('Vary', 'Access-Control-Request-Headers')
  const method = request.headers.get('Access-Control-Request-Method')?.toUpperCase()
  const asked = request.headers.get('Access-Control-Request-Headers')
  const names = (asked ?? '').split(',').map((name) => name.trim().toLowerCase())
  const origin = permittedOrigin(policy, request)
  if (origin && method === 'POST' && names.every(isAllowedHeader)) {
    headers.set('Access-Control-Allow-Origin', origin)
    headers.set('Access-Control-Allow-Methods', method)
    if (asked) headers.set('Access-Control-Allow-Headers', asked)
  }
  return new Response(null, { status: 200, headers })
}

/** The CORS headers of every other response: it varies by origin, and pages of allowed origins may read it. */
export function corsHeaders(policy: AccessPolicy, request: Request): AddedHeaders {
  const origin = permittedOrigin(policy, request)
  return origin ? { ...VARY, 'Access-Control-Allow-Origin': origin } : VARY
}

const VARY: AddedHeaders = { Vary: 'Origin' }

function isAllowedHeader(name: string): boolean {
  return name === '' || ALLOWED_HEADERS.includes(name) || name.startsWith('x-ipfs-')
}

/** The origin of the calling page if it is the node's own or one that its owner allows, otherwise `undefined`. */
export function permittedOrigin(
  policy: Pick<AccessPolicy, 'allowedOrigins' | 'isOwnHost'>,
  request: Request,
): string | undefined {
  const origin = request.headers.get('Origin')
  if (origin === null) return undefined
  const isOwn = policy.isOwnHost(requestUrl(request))
  return isOwn && policy.allowedOrigins(request).includes(origin) ? origin : undefined
}
