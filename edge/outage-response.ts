import { isUnder, SURFACE_PREFIXES } from '../src/http/surface-prefixes.ts'

/** A failure outside of the node as a response: an error of the RPC API below its path, plain text elsewhere. */
export function outageResponse({ url }: Request, text: string, status: number): Response {
  if (isUnder(new URL(url).pathname, SURFACE_PREFIXES.rpc[0])) {
    return Response.json({ Message: text, Code: 0, Type: 'error' }, { status: 500 })
  }
  return textResponse(text, status, { 'Cache-Control': 'no-store' })
}

/** A line of plain text. */
export function textResponse(text: string, status: number, headers: HeadersInit): Response {
  const response = new Response(`${text}\n`, { status, headers })
  response.headers.set('Content-Type', 'text/plain; charset=utf-8')
  return response
}
