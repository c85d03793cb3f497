import { parseCid } from '../codec/cid/cid.ts'
import { dnsLabel } from '../codec/cid/dns-label.ts'
import { clientScheme } from '../http/client-origin.ts'
import { requestUrl } from '../http/request-url.ts'
import type { ContentHost } from './content-host.ts'
import { gatewayErrorResponse } from './errors.ts'
import type { GatewayNode } from './gateway-node.ts'
import { labelledDomain } from './names/domain-label.ts'
import { nameLabel } from './names/name-label.ts'
import { redirect } from './redirect.ts'
import { refuseMethod, serveContent } from './serve-content.ts'

/**
 * Answers a request to the host of one piece of content, where nothing else is served. A CID or a name in another
 * spelling is redirected to its canonical host. Never throws. Spec: subdomain gateway specification of the
 * network.
 */
export async function serveContentHost(
  node: GatewayNode,
  request: Request,
  { namespace, label, gateway }: ContentHost,
): Promise<Response> {
  let hash: string | undefined
  let root: string
  try {
    hash = namespace === 'ipns' ? nameLabel(label) : dnsLabel(parseCid(label))
    root = hash ?? labelledDomain(label)
  } catch (error) {
    return gatewayErrorResponse(request.headers, error)
  }
  if (hash !== undefined && label !== hash) {
    const { pathname, search } = new URL(request.url)
    return redirect(`${clientScheme(request)}//${root}.${namespace}.${gateway}${pathname}${search}`)
  }
  if (!['GET', 'HEAD'].includes(request.method)) return refuseMethod(request)
  return serveContent(node, request, { namespace, root, gateway, host: requestUrl(request).host })
}
