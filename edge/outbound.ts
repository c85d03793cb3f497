import { isOnHost } from '../src/http/allowed-hosts.ts'
import { privateHostReason } from '../src/http/public-hosts.ts'
import type { Outbound } from '../src/ports/outbound.ts'

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

/** To every public name, which the owner names elsewhere, and to the local hosts that a variable allows. */
export function toPublicHosts(localHosts: readonly string[], variable: string): Outbound {
  return {
    refusal(url) {
      const reason = privateHostReason(url, localHosts)
      return reason && `${reason}: ${variable}`
    },
    fetch: (request) => fetch(request),
  }
}
