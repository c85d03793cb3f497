import type { Config } from '../src/config/read-config.ts'
import { isOnHost } from '../src/http/allowed-hosts.ts'
import { privateHostReason } from '../src/http/public-hosts.ts'
import type { Outbound, OutboundPorts } from '../src/ports/outbound.ts'

/**
 * Creates {@link OutboundPorts} that reach only the hosts that the owner names for each purpose. Otherwise any
 * caller could use the node to reach hosts in its network.
 */
export function outboundPorts({
  audit,
  blocks,
  calendar,
  dns,
  pinning,
  routing,
  filestore,
}: Pick<
  Config,
  'audit' | 'blocks' | 'calendar' | 'dns' | 'pinning' | 'routing' | 'filestore'
>): OutboundPorts {
  return {
    audit: toHosts(audit.hosts, 'AUDIT_HOSTS'),
    healing: toHosts(
      blocks.healGateways.map((origin) => new URL(origin).host),
      'HEAL_HOSTS',
    ),
    dns: toHosts(
      dns.resolvers.map((address) => new URL(address).host),
      'DNS_RESOLVERS',
    ),
    routing: toHosts(
      [...routing.delegatedRouters, ...routing.delegatedPublishers].map((address) => new URL(address).host),
      'DELEGATED_ROUTERS',
    ),
    pictures: toHosts(calendar.imageHosts, 'CALENDAR_IMAGE_HOSTS'),
    pinning: toPublicHosts(pinning.hosts, 'PINNING_HOSTS'),
    ...(filestore.isUrlstoreEnabled && { sources: toPublicHosts(filestore.urlHosts, 'URLSTORE_HOSTS') }),
  }
}

function toHosts(hosts: readonly string[], variable: string): Outbound {
  return {
    refusal: (url) => (isOnHost(url, hosts) ? undefined : `${variable} of this node does not name its host`),
    fetch: (request) => fetch(request),
  }
}

/** To every public name, which the owner names elsewhere, and to the local hosts that a variable allows. */
function toPublicHosts(localHosts: readonly string[], variable: string): Outbound {
  return {
    refusal(url) {
      const reason = privateHostReason(url, localHosts)
      return reason && `${reason}: ${variable}`
    },
    fetch: (request) => fetch(request),
  }
}
