import type { Authorizations } from './authorizations.ts'

/** Who may call the RPC API on one host. Each host brings the one that fits where it stands. */
export interface AccessPolicy {
  /** False for a `Host` that this node does not answer for, whatever the call. */
  isOwnHost(url: URL): boolean
  /** The origins of pages that may call, besides callers that are no browser. */
  allowedOrigins(url: URL): readonly string[]
  /** True where pages call without `Origin` and `Referer`, and the host has judged them by other means before. */
  readonly pagesAreAnonymous: boolean
  /** True where every call must show a token; elsewhere only calls for a secret must. */
  readonly needsToken: boolean
  readonly authorizations: Authorizations
  /** Where a request comes from, as text to count failed attempts by; `undefined` where the host cannot know. */
  sourceOf(request: Request): string | undefined
}

const LOOPBACK_NAMES = ['127.0.0.1', '[::1]', 'localhost']
const NOBODY: Authorizations = new Map()

/**
 * For a node bound to loopback: the `Host` must be a loopback name, against names of foreign sites that
 * resolve to this machine, and pages may call from the origin of the request or from a usual loopback origin of the
 * same port. Another address of 127.0.0.0/8 may be another program's, so its pages may not.
 */
export function loopbackPolicy(authorizations: Authorizations = NOBODY): AccessPolicy {
  return {
    isOwnHost: ({ hostname }) => LOOPBACK_NAMES.includes(hostname) || isOwnAddress(hostname),
    allowedOrigins: ({ port, hostname }) => {
      const suffix = port === '' ? '' : `:${port}`
      const own = isOwnAddress(hostname) ? [hostname] : []
      return ['http', 'https'].flatMap((scheme) =>
        [...LOOPBACK_NAMES, ...own].map((name) => `${scheme}://${name}${suffix}`),
      )
    },
    pagesAreAnonymous: false,
    needsToken: false,
    authorizations,
    sourceOf: () => undefined,
  }
}

/** True for the addresses of 127.0.0.0/8, all of which are loopback (RFC 1122, section 3.2.1.3). */
function isOwnAddress(hostname: string): boolean {
  return /^127(\.\d{1,3}){3}$/.test(hostname)
}

/** For a service worker, where calls of its own origin carry neither header: that origin calls, nobody else. */
export function originPolicy(origin: string): AccessPolicy {
  return {
    isOwnHost: () => true,
    allowedOrigins: () => [origin],
    pagesAreAnonymous: true,
    needsToken: false,
    authorizations: NOBODY,
    sourceOf: () => undefined,
  }
}

/**
 * For a node that strangers can reach: whoever has a token calls, and pages of the node's own origin with one.
 * Without authorizations nobody calls.
 */
export function tokenPolicy(
  authorizations: Authorizations,
  sourceOf: AccessPolicy['sourceOf'] = () => undefined,
): AccessPolicy {
  return {
    isOwnHost: () => true,
    allowedOrigins: ({ origin }) => [origin],
    pagesAreAnonymous: false,
    needsToken: true,
    authorizations,
    sourceOf,
  }
}
