import { requestUrl } from '../http/request-url.ts'

/** A host name that stands for one piece of content, such as `<cid>.ipfs.localhost`. */
export interface ContentHost {
  /** `ipns` for names, which are content too and never part of this node's own pages. */
  readonly namespace: 'ipfs' | 'ipns'
  /** What stands before the namespace, as the client spells it. */
  readonly label: string
  /** The host of the path gateway above it, with its port. */
  readonly gateway: string
}

const NAMESPACES = ['ipfs', 'ipns'] as const

/**
 * Reads the host that a request is sent to. `undefined` for every other host than `<label>.ipfs.<gateway>` and
 * `<label>.ipns.<gateway>`. `gateways` are host names in lower case, without ports.
 */
export function contentHost(
  request: Pick<Request, 'url' | 'headers'>,
  gateways: readonly string[],
): ContentHost | undefined {
  const { hostname, host, port } = requestUrl(request)
  // A URL is in lower case, which a CID of version 0 does not survive; `Host` is as it was sent.
  const sent = request.headers.get('Host') ?? ''
  const spelled = sent.toLowerCase() === host ? sent : host
  for (const gateway of gateways) {
    for (const namespace of NAMESPACES) {
      const end = `.${namespace}.${gateway}`
      if (!hostname.endsWith(end) || hostname === end) continue
      const label = spelled.slice(0, hostname.length - end.length)
      return { namespace, label, gateway: port === '' ? gateway : `${gateway}:${port}` }
    }
  }
  return undefined
}

/**
 * The host, with its port, of the path gateway that a request is meant for, when it is one of `gateways`; what a
 * proxy says of it counts first. Good for redirects only, which anybody may have: whoever sends a request can
 * write that header.
 */
export function gatewayHost(
  { url, headers }: Pick<Request, 'url' | 'headers'>,
  gateways: readonly string[],
): string | undefined {
  const forwarded = headers.get('X-Forwarded-Host')
  const meant = URL.parse(forwarded ? `http://${forwarded}` : url)
  return meant && gateways.includes(meant.hostname) ? meant.host : undefined
}

/** The scheme that the client sees: what a proxy says of it counts first. */
export function outerScheme({ url, headers }: Pick<Request, 'url' | 'headers'>): string {
  const forwarded = headers.get('X-Forwarded-Proto')
  return forwarded === 'http' || forwarded === 'https' ? `${forwarded}:` : new URL(url).protocol
}
