import { isDialable } from '../../dialable-address.ts'
import type { RunningPeer } from '../../network.ts'
import type { Router } from '../routing.ts'

/** The addresses of peers that this node has met. */
export function metPeers({ libp2p }: RunningPeer): Router {
  return {
    name: 'known peers',
    kind: 'peers',
    async *findPeer(peerId, { signal }) {
      const { peerIdFromMultihash } = await import('@libp2p/peer-id')
      const known = peerIdFromMultihash(peerId)
      if (!(await libp2p.peerStore.has(known, { ...(signal && { signal }) }))) return
      const { addresses } = await libp2p.peerStore.get(known, { ...(signal && { signal }) })
      // A peer that has dialled this node may have sent no address, but its connection has one.
      const open = libp2p.getConnections(known).map(({ remoteAddr }) => remoteAddr)
      const all = [...addresses.map(({ multiaddr }) => multiaddr), ...open].map((address) =>
        String(address).replace(/\/p2p\/[^/]+$/, ''),
      )
      yield { peerId, addresses: [...new Set(all.filter(isDialable))] }
    },
  }
}
