import { attemptAddress } from '../../attempt-address.ts'
import type { RunningPeer } from '../../network.ts'

/** Addresses that libp2p looks up before it chooses a transport: of a domain, or of a known peer. */
const LOOKED_UP = ['dnsaddr', 'p2p']

const CIRCUIT = '/p2p-circuit'

/** Those of a peer's addresses for which this host has a transport, and for whose relay it has one. */
export function dialableAddresses(
  { components: { transportManager } }: Pick<RunningPeer, 'components'>,
  addresses: readonly string[],
): readonly string[] {
  const isDialable = (text: string): boolean => {
    const address = attemptAddress(text)
    const [first] = address?.getComponents() ?? []
    if (!address || !first) return false
    return LOOKED_UP.includes(first.name) || transportManager.dialTransportForMultiaddr(address) !== undefined
  }
  const relayOf = (text: string) => text.slice(0, text.lastIndexOf(CIRCUIT))
  return addresses.filter(
    (text) => isDialable(text) && (!text.includes(CIRCUIT) || isDialable(relayOf(text))),
  )
}
