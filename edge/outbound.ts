import { isOnHost } from '../src/http/allowed-hosts.ts'
import { privateHostReason } from '../src/http/public-hosts.ts'
import type { Outbound } from '../src/ports/outbound.ts'

/** A network that connects to public addresses alone. A name with only private ones has no address in it. */
export type PublicNetwork = Pick<Outbound, 'fetch'>

/**
 * Requests to the hosts that a variable names, and to no others: otherwise any caller could use the node to reach hosts
 * in its network.
 */
export function toHosts(hosts: readonly string[], variable: string): Outbound {
  return {
    refusal: (url) => (isOnHost(url, hosts) ? undefined : `${variable} of this node does not name its host`),
    fetch: (request) => fetch(request),
  }
}

/**
 * To every public name, which the owner names elsewhere, and to the local hosts that a variable allows. A name is
 * checked by its text here, and by the addresses that it resolves to in `publicNetwork`, where the host has one.
 */
export function toPublicHosts(
  localHosts: readonly string[],
  variable: string,
  publicNetwork?: PublicNetwork,
): Outbound {
  return {
    refusal(url) {
      const reason = privateHostReason(url, localHosts)
      return reason && `${reason}: ${variable}`
    },
    fetch: (request) =>
      publicNetwork && !isOnHost(new URL(request.url), localHosts)
        ? publicNetwork.fetch(request)
        : fetch(request),
  }
}
