import { parsePagePath } from '../../../src/calendar/pages/page-path.ts'
import { SIZES_PATH } from '../../../src/calendar/pictures/size-address.ts'
import { queryPath } from '../../../src/ledger/rest/query-path.ts'

/** Where the API of the node is. Everything below writes or may write. */
const API_PATH = '/api/v0'

/** Where the calendar is: its methods say what writes, and a POST may stand for any of them. */
const CALENDAR_PATH = '/cal/events/v1'

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** Where stored content is served: whoever calls from there is content, not the page. */
const CONTENT_PATHS = ['/ipfs', '/cas']

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
 * A call from the same origin reaches a service worker without `Origin`, and a form post of another site
 * reaches it as a navigation. So a POST to the API, and what writes the calendar, is refused when it navigates, or when its origin or
 * referrer is foreign, opaque, or stored content. An absent referrer is none of these: only clients of this
 * origin are controlled, and a page may ask not to send it. Stored content never becomes a service worker.
 */
export function isRefused(call: Call): boolean {
  const { pathname, origin } = new URL(call.url)
  const isCall = isUnder(pathname, API_PATH) && call.method === 'POST'
  const isWrite = isUnder(pathname, CALENDAR_PATH) && !SAFE_METHODS.includes(call.method)
  if (isCall || isWrite) {
    return call.mode === 'navigate' || !isOwnOrigin(call.origin, origin) || !isOwnPage(call.referrer, origin)
  }
  const isWorkerScript = call.destination === 'serviceworker' || call.serviceWorker === 'script'
  return isWorkerScript && isContent(pathname)
}

/** True when the node answers this path: the API, the calendar and its pages, the ledger's queries and the gateway. */
export function isNodePath(pathname: string): boolean {
  const isCall = [API_PATH, CALENDAR_PATH, SIZES_PATH].some((path) => isUnder(pathname, path))
  return isCall || isContent(pathname) || queryPath(pathname) !== undefined || isCalendarPage(pathname)
}

/** True for a page to which the calendar links. */
export function isCalendarPage(pathname: string): boolean {
  return parsePagePath(pathname) !== undefined
}

/** True for a path of stored content. */
export function isContent(pathname: string): boolean {
  return CONTENT_PATHS.some((path) => isUnder(pathname, path))
}

function isUnder(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`)
}

function isOwnOrigin(given: string | null, own: string): boolean {
  return given === null || given === own
}

function isOwnPage(referrer: string, own: string): boolean {
  if (referrer === '' || referrer === 'about:client') return true
  const page = URL.parse(referrer)
  return page?.origin === own && !isContent(page.pathname)
}
