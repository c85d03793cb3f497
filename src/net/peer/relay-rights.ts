import type { MultiaddrConnection } from '@libp2p/interface'
import type { LoadedTransports, RelayRight } from '../../ports/transports.ts'
import type { NetworkSettings } from '../settings.ts'

export interface RelayRightsOptions extends Pick<Partial<NetworkSettings>, 'relayPeers'> {
  readonly relayRight: NonNullable<LoadedTransports['relayRight']>
}

/** Which peers may be reached through this node. Peer ids are texts. */
export interface RelayRights {
  /** Takes the right that comes with an inbound connection, until that is closed. */
  watch(peerId: string, connection: MultiaddrConnection): void
  /** True if a peer may be reached now. */
  has(peerId: string): boolean
  /** True if a peer may be reached and its right has room for it. It then takes a place until its connections close. */
  reserve(peerId: string): boolean
}

/** Without `relayPeers`, every peer has the right. Otherwise those peers have it, and the rights of connections count. */
export function createRelayRights({ relayPeers, relayRight }: RelayRightsOptions): RelayRights {
  const connections = new Map<string, Set<MultiaddrConnection>>()
  const holders = new Map<string, string>()

  const rightsOf = (peerId: string): readonly RelayRight[] =>
    [...(connections.get(peerId) ?? [])].flatMap((connection) => relayRight(connection) ?? [])
  const isNamed = (peerId: string) => relayPeers === undefined || relayPeers.includes(peerId)
  const hasRoom = ({ holder, maxPeers }: RelayRight, peerId: string) => {
    const others = [...holders].filter(([id, name]) => name === holder && id !== peerId)
    return others.length < maxPeers
  }

  return {
    watch(peerId, connection) {
      if (!relayRight(connection) || connection.status !== 'open') return
      const open = connections.get(peerId) ?? new Set()
      connections.set(peerId, open.add(connection))
      connection.addEventListener('close', () => {
        open.delete(connection)
        if (open.size > 0) return
        connections.delete(peerId)
        holders.delete(peerId)
      })
    },
    has: (peerId) => isNamed(peerId) || rightsOf(peerId).length > 0,
    reserve(peerId) {
      if (isNamed(peerId)) return true
      const right = rightsOf(peerId).find((one) => hasRoom(one, peerId))
      if (right) holders.set(peerId, right.holder)
      return right !== undefined
    },
  }
}
