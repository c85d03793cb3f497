import type { Multiaddr } from '@multiformats/multiaddr'
import { privateHostReason } from '../http/public-hosts.ts'

/**
 * The host after `/dns`, `/dns4` or `/dns6` as the runtime reads it: a peer may write an IP address in the place of a
 * name, so that `/dns4/127.1` leads to 127.0.0.1. `undefined` for other addresses, `null` for what is no host.
 */
export function namedHost(address: Multiaddr): URL | undefined | null {
  const [host] = address.getComponents()
  return host && /^dns[46]?$/.test(host.name) ? URL.parse(`http://${host.value}`) : undefined
}

/** True for what is no public name: a name of this machine or its network, an IP address, no host at all. */
export function isLocalHost(host: URL | null): boolean {
  return !host || privateHostReason(host, []) !== undefined
}
