import type { AccessPolicy } from './policy.ts'

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
const EXPOSED = 'X-Stream-Output, X-Chunked-Output, X-Content-Length, X-Stream-Error-In-Body'

/**
 * True when a call must not be served: a page of a foreign origin, a browser that hides where it comes from,
 * or a closed host. Judged on headers alone, before anything is parsed.
 * Spec gap: the document knows a 403 and not its rules; these are the reference's.
 */
export function isForbidden(policy: AccessPolicy, request: Request): boolean {
  const url = new URL(request.url)
  if (policy.closed(url) !== undefined) return true
  const allowed = policy.allowedOrigins(url)
  const origin = request.headers.get('Origin')
  const referrer = request.headers.get('Referer')
  if (origin && !allowed.includes(origin)) return true
  if (referrer && !allowed.includes(originOf(referrer))) return true
  if (policy.pagesAreAnonymous) return false
  const agent = request.headers.get('User-Agent') ?? ''
  const isBrowser = agent.startsWith('Mozilla') && !agent.includes('Electron')
  return isBrowser && !origin && !referrer
}

/** The answer to a CORS preflight: always 200, with permission only where all that is asked for is allowed. */
export function preflightResponse(policy: AccessPolicy, request: Request): Response {
  const headers = new Headers({ Vary: 'Origin' })
  headers.append('Vary', 'Access-Control-Request-Method')
  headers.append('Vary', 'Access-Control-Request-Headers')
  const method = request.headers.get('Access-Control-Request-Method')?.toUpperCase()
  const asked = request.headers.get('Access-Control-Request-Headers')
  const names = (asked ?? '').split(',').map((name) => name.trim().toLowerCase())
  const isAllowed = names.every((name) => name === '' || ALLOWED_HEADERS.includes(name))
  const origin = permittedOrigin(policy, request)
  if (origin && method === 'POST' && isAllowed) {
    headers.set('Access-Control-Allow-Origin', origin)
    headers.set('Access-Control-Allow-Methods', method)
    if (asked) headers.set('Access-Control-Allow-Headers', asked)
  }
  return new Response(null, { status: 200, headers })
}

export function isPreflight(request: Request): boolean {
  return request.method === 'OPTIONS' && request.headers.has('Access-Control-Request-Method')
}

/** The headers by which a page may read the answer to its call. */
export function corsHeaders(policy: AccessPolicy, request: Request): Headers {
  const headers = new Headers({
    Vary: 'Origin',
    'Access-Control-Allow-Headers': EXPOSED,
    'Access-Control-Expose-Headers': EXPOSED,
  })
  const origin = permittedOrigin(policy, request)
  if (origin) headers.set('Access-Control-Allow-Origin', origin)
  return headers
}

function permittedOrigin(policy: AccessPolicy, request: Request): string | undefined {
  const origin = request.headers.get('Origin')
  return origin && policy.allowedOrigins(new URL(request.url)).includes(origin) ? origin : undefined
}

function originOf(referrer: string): string {
  return URL.canParse(referrer) ? new URL(referrer).origin : 'null'
}
