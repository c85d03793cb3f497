import { requestUrl } from '../http/request-url.ts'

/** A host name that identifies content, such as `<cid>.ipfs.localhost`. */
export interface ContentHost {
  /** `ipns` is for names, whose content is never part of this node's own pages either. */
  readonly namespace: 'ipfs' | 'ipns'
  /** The host name before the namespace, in the client's spelling. */
  readonly label: string
  /** The host of the path gateway, with its port. */
  readonly gateway: string
}

const NAMESPACES = ['ipfs', 'ipns'] as const

/**
 * Parses the host of a request. `undefined` for every host but `<label>.ipfs.<gateway>` and
 * `<label>.ipns.<gateway>`. `gateways` are host names in lower case, without ports.
 */
export function contentHost(
  request: Pick<Request, 'url' | 'headers'>,
  gateways: readonly string[],
): ContentHost | undefined {
  const { hostname, host, port } = requestUrl(request)
  // URLs are in lower case, which would change a CID of version 0. `Host` has the original spelling.
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
  return meant && gateways.includes(meant.hostname) ? meant.host : undefined
}

/** The scheme that the client used. `X-Forwarded-Proto` of a proxy takes precedence. */
export function outerScheme({ url, headers }: Pick<Request, 'url' | 'headers'>): string {
  const forwarded = headers.get('X-Forwarded-Proto')
  return forwarded === 'http' || forwarded === 'https' ? `${forwarded}:` : new URL(url).protocol
}
