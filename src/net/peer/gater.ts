import type { ConnectionGater, PeerId } from '@libp2p/interface'
import type { Multiaddr } from '@multiformats/multiaddr'
import type { Logger } from '../../ports/logger.ts'
import { isAddressRange, isInRanges } from '../address-ranges.ts'
import { isDialable } from '../dialable-address.ts'
import { isPublicAddress } from '../public-address.ts'
import type { NetworkSettings } from '../settings.ts'
import type { RelayRights } from './relay-rights.ts'

export interface GaterOptions extends Pick<Partial<NetworkSettings>, 'isPublicOnly'> {
  /** The ranges that are neither dialled nor accepted, as they are now. */
  readonly ranges: () => Promise<readonly string[]>
  /** Learns once of each text that is no range, as an older build may have stored it. */
  readonly logger?: Logger | undefined
  /** Default: every peer may be reached, which no peer is where the node is no relay. */
  readonly rights?: RelayRights | undefined
}

export interface Gater extends ConnectionGater {
  /** Permits dialling an address that the owner or a caller named, also in a private network. */
  permit(address: Multiaddr): void
}

/** Maximum number of named addresses. The oldest is dropped, and then treated like one that a peer reported. */
const MAX_NAMED = 1_000

/** Decides which connections libp2p opens, accepts and relays. */
export function createGater({ ranges, isPublicOnly = false, rights, logger }: GaterOptions): Gater {
  const named = new Set<string>()
  const reported = new Set<string>()
  const isFiltered = async (address: Multiaddr) => {
    const filters = await ranges()
    for (const filter of filters) {
      if (reported.has(filter) || isAddressRange(filter)) continue
      remember(reported, filter, MAX_NAMED)
      logger?.log('error', 'net', `Cannot use filter "${filter.slice(0, 80)}": it is no range of addresses`)
    }
    return isInRanges(address, filters)
  }
  const isForbidden = (address: Multiaddr) =>
    isPublicOnly && !isPublicAddress(address) && !named.has(withoutPeer(address))

  return {
    permit: (address) => remember(named, withoutPeer(address), MAX_NAMED),
    denyDialMultiaddr: async (address) => isForbidden(address) || isFiltered(address),
    denyInboundConnection: ({ remoteAddr }) => isFiltered(remoteAddr),
    denyInboundEncryptedConnection(peerId: PeerId, connection) {
      rights?.watch(peerId.toString(), connection)
      return false
    },
    denyInboundRelayReservation: (peerId) => rights?.reserve(peerId.toString()) === false,
    denyOutboundRelayedConnection: (_, reserved) => rights?.has(reserved.toString()) === false,
    filterMultiaddrForPeer: (_, address) => !isForbidden(address) && isDialable(address.toString()),
  }
}

function withoutPeer(address: Multiaddr): string {
  return address.toString().replace(/\/p2p\/[^/]+$/, '')
}

function remember(known: Set<string>, text: string, limit: number): void {
  known.delete(text)
  known.add(text)
  const [oldest] = known
  if (known.size > limit && oldest !== undefined) known.delete(oldest)
}
