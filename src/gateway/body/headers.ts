/**
 * Headers of every response: any page may read it, because knowing a CID is the permission to read its content,
 * and browsers must not guess another content type.
 */
export const openHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type, Range, User-Agent, X-Requested-With',
  'Access-Control-Expose-Headers':
    'Content-Range, Content-Length, X-Ipfs-Path, X-Ipfs-Roots, X-Chunked-Output, X-Stream-Output',
  'X-Content-Type-Options': 'nosniff',
}

/** Headers of generated pages, which run nothing and load nothing, whatever they contain. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
}

/** Stored bytes never change under their path. */
export const IMMUTABLE = 'public, max-age=29030400, immutable'

/** For a page that this version generates from stored bytes: the next version may generate another. */
export const GENERATED = 'public, max-age=604800, stale-while-revalidate=2678400'

/**
 * For an archive without a known length. Not every host lets a cache detect a truncated one, so it must be
 * revalidated. The entity tag still saves the transfer.
 */
export const STREAMED = 'public, no-cache, no-transform'

/**
 * Gives stored content that a browser may run an opaque origin, because the path gateway shares its origin with
 * the API. Never contains `allow-same-origin`. Browsers also refuse such a response as a worker script.
 */
const SANDBOX = 'sandbox allow-scripts allow-forms allow-popups allow-downloads'

/** Types that browsers never run, including pictures except SVG. A sandbox would break their viewers. */
const INERT =
  /^(audio|video|font|image\/(?!svg)|application\/(pdf|octet-stream|json|cbor|vnd\.ipld\.)|text\/plain)/

/** The policy headers for stored content of a type. Everything that is not known to be inert is sandboxed. */
export function sandboxHeaders(contentType: string): Readonly<Record<string, string>> {
  return INERT.test(contentType) ? {} : { 'Content-Security-Policy': SANDBOX }
}

/** True when a browser requests the script of a service worker, which stored content must never become. */
export function isServiceWorkerScript(headers: Headers): boolean {
  return headers.get('Service-Worker') === 'script' || headers.get('Sec-Fetch-Dest') === 'serviceworker'
}
