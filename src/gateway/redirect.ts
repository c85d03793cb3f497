import { openHeaders } from './body/headers.ts'

/** Sends a client to where the same content has its place. Where that is can depend on who asks, and through whom. */
export function redirect(location: string): Response {
  const headers = {
    ...openHeaders,
    Location: location,
    Vary: 'X-Forwarded-Host, X-Forwarded-Proto, Sec-Fetch-Mode',
  }
  return new Response(null, { status: 301, headers })
}
