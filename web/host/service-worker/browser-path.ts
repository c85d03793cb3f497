import { BROWSER_PREFIX, isUnder } from '../../../src/http/surface-prefixes.ts'

/** The path below `/browser`, as the browser's node knows it: `/ipfs/…` of `/browser/ipfs/…`. `undefined` elsewhere. */
export function browserPath(pathname: string): string | undefined {
  return isUnder(pathname, BROWSER_PREFIX) ? pathname.slice(BROWSER_PREFIX.length) || '/' : undefined
}

/** The path by which every rule judges: content below `/browser/ipfs` is content. */
export function nodePath(pathname: string): string {
  return browserPath(pathname) ?? pathname
}

/**
 * Gives a request the URL that the browser's node knows. A copy of the request would lose its body in an engine
 * without streams in requests, so the URL is replaced on the request itself.
 */
export function belowBrowser(request: Request): Request {
  const { origin, pathname, search } = new URL(request.url)
  return Object.defineProperty(request, 'url', { value: origin + nodePath(pathname) + search })
}

/** Leads redirects of the browser's node back to it: `Location: /ipfs/…/` becomes `/browser/ipfs/…/`. */
export function redirectBelowBrowser(response: Response, { url }: Pick<Request, 'url'>): Response {
  const { origin } = new URL(url)
  const location = response.headers.get('Location')
  const target = location === null ? null : URL.parse(location, url)
  if (target?.origin !== origin) return response
  const { body, status, statusText } = response
  const headers = new Headers(response.headers)
  headers.set('Location', BROWSER_PREFIX + target.href.slice(origin.length))
  return new Response(body, { status, statusText, headers })
}
