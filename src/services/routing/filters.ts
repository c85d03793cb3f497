import { parseMultiaddr } from '../../codec/multiaddr.ts'
import { attempt } from '../../errors.ts'
import type { RoutedPeer } from '../../net/routing/routing.ts'

/** The filters of a caller for peers. Empty lists mean everything. */
export interface PeerFilters {
  /** Protocols of addresses: `tcp`; with `!` those that an address must not have. `unknown`: peers without addresses. */
  readonly addresses: readonly string[]
  /** Protocols of transfer; `unknown`: peers that name none. */
  readonly protocols: readonly string[]
}

/** Reads the parameters `filter-addrs` and `filter-protocols`. */
export function readFilters({ searchParams }: URL): PeerFilters {
  const list = (name: string) => {
    const text = searchParams.get(name) ?? ''
    return text === '' ? [] : text.toLowerCase().split(',')
  }
  return { addresses: list('filter-addrs'), protocols: list('filter-protocols') }
}

/** The peer with the wanted addresses, or `undefined` if it is not wanted. Spec: IPIP-484. */
export function filterPeer(peer: RoutedPeer, { addresses, protocols }: PeerFilters): RoutedPeer | undefined {
  if (!isProtocolWanted(peer.protocols ?? [], protocols)) return undefined
  if (addresses.length === 0) return peer
  if (peer.addresses.length === 0) return addresses.includes('unknown') ? peer : undefined
  const wanted = peer.addresses.filter((address) => isAddressWanted(address, addresses))
  return wanted.length === 0 ? undefined : { ...peer, addresses: wanted }
}

function isProtocolWanted(known: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.length === 0 || (known.length === 0 && wanted.includes('unknown'))) return true
  return known.some((protocol) => wanted.includes(protocol.toLowerCase()))
}

function isAddressWanted(address: string, filters: readonly string[]): boolean {
  const protocols = (attempt(() => parseMultiaddr(address)) ?? []).map(({ protocol }) => protocol)
  const refused = filters.filter((filter) => filter.startsWith('!')).map((filter) => filter.slice(1))
  const wanted = filters.filter((filter) => !filter.startsWith('!'))
  if (protocols.some((protocol) => refused.includes(protocol))) return false
  return wanted.length === 0 || protocols.some((protocol) => wanted.includes(protocol))
}
