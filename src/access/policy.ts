import { clientOrigin } from '../http/client-origin.ts'
import { requestUrl } from '../http/request-url.ts'
import type { Authorizations } from './authorizations.ts'

/** Who may call the RPC API on one kind of host. */
export interface AccessPolicy {
  /** False for a `Host` that this node does not serve, whatever the call. */
  isOwnHost(url: URL): boolean
  /** The origins of pages that may call. Callers that are not browsers need none. */
  allowedOrigins(request: Pick<Request, 'url' | 'headers'>): readonly string[]
  /** True where pages call without `Origin` and `Referer`, and the host has already checked them by other means. */
  readonly pagesAreAnonymous: boolean
  /**
   * True where the node is the browser's own: its pages could use the keys anyway, and may move them, encrypted with
   * a password, by a backup.
   */
  readonly pagesHoldKeys: boolean
  /** True where every call needs a token. Elsewhere only calls for secrets need one. */
  readonly needsToken: boolean
  readonly authorizations: Authorizations
  /** Identifies the client, to count its failed attempts. `undefined` where the host cannot know. */
  sourceOf(request: Request): string | undefined
}

const LOOPBACK_NAMES = ['127.0.0.1', '[::1]', 'localhost']
const NO_AUTHORIZATIONS: Authorizations = new Map()

/**
 * The policy of a node that is bound to loopback. The `Host` must be a loopback name, which stops DNS
 * rebinding. Pages may call from the origin of the request, or from a usual loopback origin with the same port.
 * Another address of 127.0.0.0/8 may belong to another program, so its pages may not call.
 */
export function loopbackPolicy(authorizations: Authorizations = NO_AUTHORIZATIONS): AccessPolicy {
  return {
    isOwnHost: ({ hostname }) => isLoopback(hostname),
    allowedOrigins: (request) => {
      const { port, hostname } = requestUrl(request)
      const suffix = port === '' ? '' : `:${port}`
      const own = isOwnAddress(hostname) ? [hostname] : []
      return ['http', 'https'].flatMap((scheme) =>
        [...LOOPBACK_NAMES, ...own].map((name) => `${scheme}://${name}${suffix}`),
      )
    },
    pagesAreAnonymous: false,
    pagesHoldKeys: false,
    needsToken: false,
    authorizations,
    sourceOf: () => undefined,
  }
}

/** True for a host name, as in `URL.hostname`, that means the machine on which it is used. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK_NAMES.includes(hostname) || isOwnAddress(hostname)
}

/** True for the addresses of 127.0.0.0/8, all of which are loopback (RFC 1122, section 3.2.1.3). */
function isOwnAddress(hostname: string): boolean {
  return /^127(\.\d{1,3}){3}$/.test(hostname)
}

/** The policy of a service worker, where same-origin calls have neither header: only that origin may call. */
export function originPolicy(origin: string): AccessPolicy {
  return {
    isOwnHost: () => true,
    allowedOrigins: () => [origin],
    pagesAreAnonymous: true,
    pagesHoldKeys: true,
    needsToken: false,
    authorizations: NO_AUTHORIZATIONS,
    sourceOf: () => undefined,
  }
}

/**
 * The policy of a node that is publicly reachable: every call needs a token, and pages of the node's own origin
 * may call with one. If no authorizations are configured, every request is refused.
 */
export function tokenPolicy(
  authorizations: Authorizations,
  sourceOf: AccessPolicy['sourceOf'] = () => undefined,
): AccessPolicy {
  return {
    isOwnHost: () => true,
    allowedOrigins: (request) => [clientOrigin(request)],
    pagesAreAnonymous: false,
    pagesHoldKeys: false,
    needsToken: true,
    authorizations,
    sourceOf,
  }
}
