import type { Config } from '../src/config/read-config.ts'
import { isOnHost } from '../src/http/allowed-hosts.ts'
import type { Outbound } from '../src/ports/outbound.ts'

/**
 * {@link Outbound} to the hosts that the owner names, and to none otherwise: whoever may call could reach by this
 * node what only this node reaches.
 */
export function outbound(hosts: readonly string[]): Outbound {
  return {
    refusal: (url) => (isOnHost(url, hosts) ? undefined : 'AUDIT_HOSTS of this node does not name its host'),
    fetch: (request) => fetch(request),
  }
}

/** Nodes that may be audited, and gateways that are asked for blocks. */
export function outboundHosts({ audit, blocks }: Config): readonly string[] {
  return [...audit.hosts, ...blocks.healGateways.map((origin) => new URL(origin).host)]
}
