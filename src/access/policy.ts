/** Who may call the RPC API on one host. Each host brings the one that fits where it stands. */
export interface AccessPolicy {
  /** The origins of pages that may call, besides callers that are no browser. */
  allowedOrigins(url: URL): readonly string[]
  /** Why every call is refused however it comes, or `undefined`. */
  closed(url: URL): string | undefined
  /** True where pages call without `Origin` and `Referer`, and the host has judged them by other means before. */
  readonly pagesAreAnonymous?: boolean
}

const LOOPBACK_NAMES = ['127.0.0.1', '[::1]', 'localhost']

/**
 * For a node bound to loopback: the `Host` must be a loopback name, against names of foreign sites that
 * resolve to this machine, and pages may call from a loopback origin of the same port.
 */
export const loopbackPolicy: AccessPolicy = {
  allowedOrigins: ({ port }) => {
    const suffix = port === '' ? '' : `:${port}`
    return ['http', 'https'].flatMap((scheme) => LOOPBACK_NAMES.map((name) => `${scheme}://${name}${suffix}`))
  },
  closed: ({ hostname }) => (LOOPBACK_NAMES.includes(hostname) ? undefined : 'Host is no loopback name'),
}

/** For a service worker, where calls of its own origin carry neither header: that origin calls, nobody else. */
export function originPolicy(origin: string): AccessPolicy {
  return { allowedOrigins: () => [origin], closed: () => undefined, pagesAreAnonymous: true }
}

/** For a node that strangers can reach while it has no tokens: nobody calls. */
export const closedPolicy: AccessPolicy = {
  allowedOrigins: () => [],
  closed: () => 'this node is reachable by others and has no API token',
}
