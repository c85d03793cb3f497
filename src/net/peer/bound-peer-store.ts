import type { Libp2p, PeerId, PeerInfo } from '@libp2p/interface'

/** Peers that are remembered without a connection. libp2p keeps each peer for hours, however many there are. */
const MAX_IDLE_PEERS = 1_000

/** Bounds the peers that libp2p remembers: the one that was stored first is forgotten first, unless connected. */
export function boundPeerStore(libp2p: Libp2p, maxIdlePeers: number = MAX_IDLE_PEERS): void {
  const idle = new Map<string, PeerId>()
  const keep = (peerId: PeerId) => {
    if (libp2p.getConnections(peerId).length > 0) return
    idle.delete(peerId.toString())
    idle.set(peerId.toString(), peerId)
    const [oldest] = idle.values()
    if (idle.size <= maxIdlePeers || !oldest) return
    idle.delete(oldest.toString())
    if (libp2p.getConnections(oldest).length > 0) return
    libp2p.peerStore.delete(oldest).catch(() => undefined)
  }
  libp2p.addEventListener('peer:discovery', ({ detail }: CustomEvent<PeerInfo>) => keep(detail.id))
  libp2p.addEventListener('peer:disconnect', ({ detail }: CustomEvent<PeerId>) => keep(detail))
  libp2p.addEventListener('peer:connect', ({ detail }: CustomEvent<PeerId>) => {
    idle.delete(detail.toString())
  })
}
