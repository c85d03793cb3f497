/** Paths at which surfaces answer, together with all paths below them. */
export const SURFACE_PREFIXES = {
  rpc: ['/api/v0'],
  calendar: ['/cal/events/v1'],
  pictureSizes: ['/cal/images'],
  gateway: ['/ipfs', '/ipns', '/cas', '/nms'],
  gatewayVersion: ['/version'],
  routing: ['/routing/v1'],
  pins: ['/pins'],
  tunnels: ['/tunnels'],
} as const

/** Below this path, the service worker of a page always answers with the node of its browser. Servers have no such path. */
export const BROWSER_PREFIX = '/browser'

/** True at and below the first segment of a surface's prefix, such as `/api`: no file of the page has such a path. */
export function isReserved(pathname: string): boolean {
  const prefixes = [...Object.values(SURFACE_PREFIXES).flat(), BROWSER_PREFIX]
  return prefixes.some((prefix) => isUnder(pathname, `/${prefix.split('/')[1]}`))
}

/** Where the calendar has its pages. */
const PAGE_PREFIXES = ['/event', '/events', '/venue', '/organizer', '/tag']
/** Where the ledger answers queries. */
const QUERY_PREFIX = /^\/[^/]+\/[^/]+\/rollapp(\/|$)/

/** True for a path that a mount cannot have, because a surface answers there or below it. */
export function isTaken(pathname: string): boolean {
  const isOfPages = PAGE_PREFIXES.some((prefix) => isUnder(pathname, prefix))
  return isOfPages || isReserved(pathname) || QUERY_PREFIX.test(pathname)
}

/** True at a prefix and below it. */
export function isUnder(pathname: string, prefix: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`)
}
