import type { Config } from '../src/config/read-config.ts'
import { isOnHost } from '../src/http/allowed-hosts.ts'
import type { Outbound, OutboundPorts } from '../src/ports/outbound.ts'

/**
 * {@link OutboundPorts} to the hosts that the owner names, each to its own, and to none otherwise: whoever may call
 * could reach by this node what only this node reaches.
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
