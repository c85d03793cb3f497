import { parseCid } from '../codec/cid/cid.ts'
import { dnsLabel } from '../codec/cid/dns-label.ts'
import { attempt } from '../errors.ts'
import { clientScheme } from '../http/client-origin.ts'
import { gatewayHost } from './content-host.ts'
import { encodePath, parseGatewayPath } from './gateway-path.ts'
import { domainLabel } from './names/domain-label.ts'
import { nameLabel } from './names/name-label.ts'
import { redirect } from './redirect.ts'

/**
 * Redirects from the path gateway to the subdomain of the root. `undefined` if there is none: another host, neither
 * a CID nor a name, or a browser's request for a subresource, which needs no origin of its own and could
 * not be read across origins. Throws `invalid-argument` for a CID that is too long for a host name. Spec: subdomain
 * gateway specification of the network, migrating from path to subdomain gateway.
 */
export function originRedirect(request: Request, gateways: readonly string[]): Response | undefined {
  const gateway = gatewayHost(request, gateways)
  const mode = request.headers.get('Sec-Fetch-Mode') ?? 'navigate'
  if (gateway === undefined || mode !== 'navigate') return undefined
  const { pathname, search } = new URL(request.url)
  const { namespace, root, names, hasTrailingSlash } = parseGatewayPath(pathname)
  const label = namespace === 'ipns' ? (nameLabel(root) ?? siteLabel(root)) : labelOf(root)
  if (label === undefined) return undefined
  const slash = names.length === 0 || hasTrailingSlash ? '/' : ''
  const path = encodePath('', names) + slash + search
  return redirect(`${clientScheme(request)}//${label}.${namespace}.${gateway}${path}`)
}

/** A text with a dot is a domain name, and nothing else. */
function siteLabel(root: string): string | undefined {
  return root.includes('.') ? domainLabel(root) : undefined
}

function labelOf(root: string): string | undefined {
  const cid = attempt(() => parseCid(root))
  return cid && dnsLabel(cid)
}
