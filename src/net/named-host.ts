import type { Multiaddr } from '@multiformats/multiaddr'
import { privateHostReason } from '../http/public-hosts.ts'

const NAMES = ['dns', 'dns4', 'dns6']

/** The host after `/dns`, `/dns4` or `/dns6`, if an address begins with one. It may be no name, but text of a peer. */
export function namedHost(address: Multiaddr): string | undefined {
  const [host] = address.getComponents()
  return host && NAMES.includes(host.name) ? host.value : undefined
}

/**
 * The IP address that a text for a name is, as URLs have it: `/dns4/127.1` leads to 127.0.0.1. `undefined` for a name,
 * which has none until it is dialled.
 */
export function ipOfName(name: string): string | undefined {
  const host = URL.parse(`http://${name}`)?.hostname ?? ''
  return /^\[.+\]$|^\d+(\.\d+){3}$/.test(host) ? host.replace(/[[\]]/g, '') : undefined
}

/** True for what is no public name: a name of this machine or its network, an IP address, text that is no host. */
export function isLocalName(name: string): boolean {
  const url = URL.parse(`http://${name}`)
  return !url || privateHostReason(url, []) !== undefined
}
