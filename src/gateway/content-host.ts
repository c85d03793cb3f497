import { requestUrl } from '../http/request-url.ts'

/** A host name that identifies content, such as `<cid>.ipfs.localhost`. */
export interface ContentHost {
  /** `ipns` is for names, whose content is never part of this node's own pages either. */
  readonly namespace: 'ipfs' | 'ipns'
  /** The host name before the namespace, in the client's spelling. */
  readonly label: string
  /** The host of the path gateway, with its port. Absent for a domain that is the host itself. */
  readonly gateway?: string
}

/** The hosts at which content has an origin of its own, in lower case and without ports. */
export interface ContentHosts {
  /** Parent hosts of subdomains: `<cid>.ipfs.<host>`. */
  readonly gatewayHosts: readonly string[]
  /** Domains whose DNSLinks name sites. `*.example.org` means all names below `example.org`. */
  readonly dnslinkHosts: readonly string[]
}

const NAMESPACES = ['ipfs', 'ipns'] as const

/**
 * Parses the host of a request. `undefined` for every host but `<label>.ipfs.<gateway>`, `<label>.ipns.<gateway>`
 * and the domains of sites.
 */
export function contentHost(
  request: Pick<Request, 'url' | 'headers'>,
  { gatewayHosts, dnslinkHosts }: ContentHosts,
): ContentHost | undefined {
  const url = requestUrl(request)
  const hostname = withoutRoot(url.hostname)
  for (const gateway of gatewayHosts) {
    for (const namespace of NAMESPACES) {
      const end = `.${namespace}.${gateway}`
      if (!hostname.endsWith(end) || hostname === end) continue
      const { host, port } = url
      // URLs are in lower case, which would change a CID of version 0. `Host` has the original spelling.
      const sent = request.headers.get('Host') ?? ''
      const label = (sent.toLowerCase() === host ? sent : host).slice(0, hostname.length - end.length)
      return { namespace, label, gateway: port === '' ? gateway : `${gateway}:${port}` }
    }
  }
  const isSite = dnslinkHosts.some((site) => isMatch(site, hostname))
  return isSite ? { namespace: 'ipns', label: hostname } : undefined
}

/** A host name without the dot at its end, which names the root of all domains. */
function withoutRoot(hostname: string): string {
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
}

function isMatch(site: string, hostname: string): boolean {
  return site.startsWith('*.') ? hostname.endsWith(site.slice(1)) : hostname === site
}

/**
 * The host, with its port, of the path gateway to which a request was sent, if it is one of `gateways`.
 * `X-Forwarded-Host` of a proxy takes precedence. Use it for redirects only, because any client can send that
 * header.
 */
export function gatewayHost(
  { url, headers }: Pick<Request, 'url' | 'headers'>,
  gateways: readonly string[],
): string | undefined {
  const forwarded = headers.get('X-Forwarded-Host')
  const meant = URL.parse(forwarded ? `http://${forwarded}` : url)
  return meant && gateways.includes(withoutRoot(meant.hostname)) ? meant.host : undefined
}
