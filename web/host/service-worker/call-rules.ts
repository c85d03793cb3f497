import { surfaceAt } from '../../../src/surfaces.ts'

/** What a service worker knows of a caller. */
export interface Call {
  readonly method: string
  readonly mode: RequestMode
  /** As in `Request.destination`; the types leave out `serviceworker`, which engines keep to themselves. */
  readonly destination: string
  /** As in `Request.referrer`: an address, `about:client`, or empty. */
  readonly referrer: string
  readonly url: string
  /** The `Origin` header; `null` when there is none, which is usual for a call from the same origin. */
  readonly origin: string | null
  /** The `Service-Worker` header; `null` when there is none. */
  readonly serviceWorker: string | null
}

/** The rules' view of a request. */
export function callOf({ method, mode, destination, referrer, url, headers }: Request): Call {
  return {
    method,
    mode,
    destination,
    referrer,
    url,
    origin: headers.get('Origin'),
    serviceWorker: headers.get('Service-Worker'),
  }
}

/**
 * True when a call must be refused before anything of it is parsed.
 *
 * A call from the same origin reaches a service worker without `Origin`, and a form post of another site reaches it
 * as a navigation. So a call that may change something is refused when it navigates, or when its origin or referrer
 * is foreign, opaque, or stored content. An absent referrer is none of these: only clients of this origin are
 * controlled, and a page may ask not to send it. Stored content never becomes a service worker.
 */
export function isRefused(call: Call): boolean {
  const { pathname, origin } = new URL(call.url)
  const surface = surfaceAt(pathname)
  if (surface?.mayWrite(call.method)) {
    return call.mode === 'navigate' || !isOwnOrigin(call.origin, origin) || !isOwnPage(call.referrer, origin)
  }
  const isWorkerScript = call.destination === 'serviceworker' || call.serviceWorker === 'script'
  return isWorkerScript && surface?.isContent === true
}

/** True when the node answers this path. */
export function isNodePath(pathname: string): boolean {
  return surfaceAt(pathname) !== undefined
}

function isOwnOrigin(origin: string | null, own: string): boolean {
  return origin === null || origin === own
}

function isOwnPage(referrer: string, own: string): boolean {
  if (referrer === '' || referrer === 'about:client') return true
  const page = URL.parse(referrer)
  return page?.origin === own && surfaceAt(page.pathname)?.isContent !== true
}
