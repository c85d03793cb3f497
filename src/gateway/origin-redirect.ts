import { parseCid } from '../codec/cid/cid.ts'
import { dnsLabel } from '../codec/cid/dns-label.ts'
import { attempt } from '../errors.ts'
import { gatewayHost, outerScheme } from './content-host.ts'
import { encodePath, parseGatewayPath } from './gateway-path.ts'
import { redirect } from './redirect.ts'

/**
 * Sends a path of a gateway that has subdomains to the origin of its root. `undefined` where there is nothing
 * to send: another host, no CID, or a browser's request for a part of a page, which would not be read from a
 * foreign origin and needs none of its own. Throws `invalid-argument` for a CID that is too long for a host name.
 * Spec: subdomain gateway specification of the network, migrating from path to subdomain gateway.
 */
export function originRedirect(request: Request, gateways: readonly string[]): Response | undefined {
  const gateway = gatewayHost(request, gateways)
  const mode = request.headers.get('Sec-Fetch-Mode') ?? 'navigate'
  if (gateway === undefined || mode !== 'navigate') return undefined
  const { pathname, search } = new URL(request.url)
  const { root, names, hasTrailingSlash } = parseGatewayPath(pathname)
  const label = labelOf(root)
  if (label === undefined) return undefined
  const slash = names.length === 0 || hasTrailingSlash ? '/' : ''
  const path = encodePath('', names) + slash + search
  return redirect(`${outerScheme(request)}//${label}.ipfs.${gateway}${path}`)
}

function labelOf(root: string): string | undefined {
  const cid = attempt(() => parseCid(root))
  return cid && dnsLabel(cid)
}
