import type { Outbound, OutboundPorts } from '../../src/ports/outbound.ts'

/**
 * {@link OutboundPorts} of a browser, for audits, pinning services, URLs that are added, and the resolvers of
 * domain names, delegated routers and gateways that are configured: to any host that the visitor names, as far as it permits
 * requests from other origins. A service worker's requests to its own origin reach the server. A tab's would
 * reach the service worker, which runs the same node, so requests to `ownOrigin` are refused when it is given.
 */
export function outbound({ ownOrigin }: { readonly ownOrigin?: string } = {}): OutboundPorts {
  const others: Outbound = {
    isCrossOrigin: true,
    refusal: ({ origin }) =>
      origin === ownOrigin ? 'the service worker of this page answers for it; ask it instead' : undefined,
    fetch: (request) => fetch(request, { credentials: 'omit', referrerPolicy: 'no-referrer' }),
  }
  // The service worker leaves a pinning service to the server.
  const pinning: Outbound = { ...others, refusal: () => undefined }
  return { audit: others, pinning, dns: others, routing: others, sources: others, fetching: others }
}
