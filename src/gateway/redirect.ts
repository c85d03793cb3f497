import { openHeaders } from './body/headers.ts'

/** Redirects a client to another URL of the same content. The URL may depend on the client and on its proxies. */
export function redirect(location: string, status: 301 | 302 = 301): Response {
  const headers = {
    ...openHeaders,
    Location: location,
    Vary: 'X-Forwarded-Host, X-Forwarded-Proto, Sec-Fetch-Mode',
  }
  return new Response(null, { status, headers })
}
