import { multiaddr } from '@multiformats/multiaddr'
import { isPublicAddress } from '../../net/public-address.ts'

/** Protocols whose value is a host. A `dnsaddr` is left out: it can lead to any address. */
const HOSTS = ['ip4', 'ip6', 'dns', 'dns4', 'dns6']

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
    if (!first || !HOSTS.includes(first.name)) return false
    return components.every(
      ({ name, value }) => !HOSTS.includes(name) || isPublicAddress(multiaddr(`/${name}/${value}`)),
    )
  } catch {
    return false
  }
}
