import type { Config } from '../src/config/read-config.ts'
import { isOnHost } from '../src/http/allowed-hosts.ts'
import type { Outbound, OutboundPorts } from '../src/ports/outbound.ts'

/**
 * Creates {@link OutboundPorts} that reach only the hosts that the owner names for each purpose. Otherwise any
 * caller could use the node to reach hosts in its network.
 */
export function outboundPorts({
  audit,
  blocks,
  calendar,
}: Pick<Config, 'audit' | 'blocks' | 'calendar'>): OutboundPorts {
  return {
    audit: toHosts(audit.hosts, 'AUDIT_HOSTS'),
    healing: toHosts(
      blocks.healGateways.map((origin) => new URL(origin).host),
      'HEAL_HOSTS',
    ),
    pictures: toHosts(calendar.imageHosts, 'CALENDAR_IMAGE_HOSTS'),
  }
}

function toHosts(hosts: readonly string[], variable: string): Outbound {
  return {
    refusal: (url) => (isOnHost(url, hosts) ? undefined : `${variable} of this node does not name its host`),
    fetch: (request) => fetch(request),
  }
}
