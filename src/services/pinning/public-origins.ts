import { isPrivateIp } from '@libp2p/utils'
import { multiaddr } from '@multiformats/multiaddr'
import { privateHostReason } from '../../http/public-hosts.ts'

/** Protocols whose value is the address of a host. A `dnsaddr` is left out: it can lead to any address. */
const IPS = ['ip4', 'ip6']
const NAMES = ['dns', 'dns4', 'dns6']

/**
 * The addresses that begin with a public IP address or public name, and contain no private one. Otherwise a user could
 * make the node reach hosts in its own network. Malformed addresses are left out.
 */
export function publicOrigins(origins: readonly string[]): readonly string[] {
  return origins.filter(isPublic)
}

function isPublic(origin: string): boolean {
  try {
    const components = multiaddr(origin).getComponents()
    const [first] = components
    if (!first || ![...IPS, ...NAMES].includes(first.name)) return false
    return components.every(({ name, value = '' }) => {
      if (IPS.includes(name)) return isPrivateIp(value) === false
      return !NAMES.includes(name) || privateHostReason(new URL(`http://${value}`), []) === undefined
    })
  } catch {
    return false
  }
}
