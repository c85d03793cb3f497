import type { Outbound, OutboundPorts } from '../../src/ports/outbound.ts'

/**
 * {@link OutboundPorts} of a browser, for audits alone: whoever the visitor names, as far as that lets pages of other origins read. What a
 * service worker asks of its own origin goes to the server. What a tab asks of it would go to the service worker,
 * which is the same node: `ownOrigin`, when given, is not asked.
 */
export function outbound({ ownOrigin }: { readonly ownOrigin?: string } = {}): OutboundPorts {
  const audit: Outbound = {
    refusal: ({ origin }) =>
      origin === ownOrigin ? 'the service worker of this page answers for it; ask it instead' : undefined,
    fetch: (request) => fetch(request, { credentials: 'omit', referrerPolicy: 'no-referrer' }),
  }
  return { audit }
}
