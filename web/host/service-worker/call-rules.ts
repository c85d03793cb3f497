import { routedPath } from '../../../src/http/routed-path.ts'
import { type Surface, surfaceAt } from '../../../src/surfaces.ts'
import { nodePath } from './browser-path.ts'

/** The properties of a request by which a service worker judges its caller. */
export interface JudgedCall {
  readonly method: string
  readonly mode: RequestMode
  /** As in `Request.destination`. The types lack `serviceworker`, which engines do not expose. */
  readonly destination: string
  /** As in `Request.referrer`: a URL, `about:client`, or empty. */
  readonly referrer: string
  readonly url: string
  /** The `Origin` header. `null` when absent, as is usual for a same-origin request. */
  readonly origin: string | null
  /** The `Service-Worker` header. `null` when absent. */
  readonly serviceWorker: string | null
}

/** Extracts the properties that the rules need. */
export function callOf({ method, mode, destination, referrer, url, headers }: Request): JudgedCall {
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

/** The surface that answers a URL of this origin, also where its path is escaped or below `/browser`. */
export function surfaceOf(url: string): Surface | undefined {
  return surfaceAt(routedPath(nodePath(new URL(url).pathname)))
}

/**
 * True when a request must be refused before any of it is parsed.
 *
 * A same-origin request reaches a service worker without `Origin`, and a form post from another site reaches it
 * as a navigation. So a request that may change something is refused when it navigates, or when its origin or
 * referrer is foreign, opaque, or stored content. An absent referrer is allowed: only clients of this origin
 * are controlled, and a page may choose not to send it. Stored content must never become a service worker.
 */
export function isRefused(call: JudgedCall): boolean {
  const { origin } = new URL(call.url)
  const surface = surfaceOf(call.url)
  if (surface?.mayWrite(call.method)) {
    return call.mode === 'navigate' || !isOwnOrigin(call.origin, origin) || !isOwnPage(call.referrer, origin)
  }
  const isWorkerScript = call.destination === 'serviceworker' || call.serviceWorker === 'script'
  return isWorkerScript && surface?.isContent === true
}

/**
 * True when the node may answer this request. The server of the page gets what only a server can be for others, and
 * requests other than reads at paths where a site may have pages of its own.
 */
export function isNodeRequest({ method, url }: Pick<Request, 'method' | 'url'>): boolean {
  const surface = surfaceOf(url)
  if (surface === undefined || surface.isServers) return false
  return !surface.mayBeOfSite || method === 'GET' || method === 'HEAD'
}

function isOwnOrigin(origin: string | null, own: string): boolean {
  return origin === null || origin === own
}

function isOwnPage(referrer: string, own: string): boolean {
  if (referrer === '' || referrer === 'about:client') return true
  return URL.parse(referrer)?.origin === own && surfaceOf(referrer)?.isContent !== true
}
