/**
 * On every answer: any page may read it, since the name of content is the permission to read it, and no
 * browser guesses another type than the one given.
 */
export const openHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type, Range, User-Agent, X-Requested-With',
  'Access-Control-Expose-Headers':
    'Content-Range, Content-Length, X-Ipfs-Path, X-Ipfs-Roots, X-Chunked-Output, X-Stream-Output',
  'X-Content-Type-Options': 'nosniff',
}

/** Stored bytes never change under their path. */
export const IMMUTABLE = 'public, max-age=29030400, immutable'

/** A page that this build made of stored bytes: the next build may make another. */
export const GENERATED = 'public, max-age=604800, stale-while-revalidate=2678400'

/**
 * An archive whose length is not known before it is sent: where one breaks off, not every host lets a cache
 * see it. The tag still spares the client what it has.
 */
export const STREAMED = 'public, no-cache, no-transform'

/**
 * Takes the origin of this node away from stored content that a browser may run: the path gateway has one
 * origin with the API. Never `allow-same-origin`. The engines refuse such a response as a worker's script.
 */
const SANDBOX = 'sandbox allow-scripts allow-forms allow-popups allow-downloads'

/** Types that no browser runs. Pictures are here but for SVG; a sandbox would break the viewers of these. */
const INERT =
  /^(audio|video|font|image\/(?!svg)|application\/(pdf|octet-stream|json|cbor|vnd\.ipld\.)|text\/plain)/

/** The policy headers for stored content of a type. Whatever is not known to be inert is sandboxed. */
export function sandboxHeaders(contentType: string): Readonly<Record<string, string>> {
  return INERT.test(contentType) ? {} : { 'Content-Security-Policy': SANDBOX }
}

/** True when a browser asks for the script of a service worker: stored content never becomes one. */
export function isServiceWorkerScript(headers: Headers): boolean {
  return headers.get('Service-Worker') === 'script' || headers.get('Sec-Fetch-Dest') === 'serviceworker'
}
