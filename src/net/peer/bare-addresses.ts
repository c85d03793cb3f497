import type { PeerStore } from '@libp2p/interface'

/**
 * Stores addresses without the id of their peer at the end. The store of libp2p removes it only after it has looked for
 * equal addresses, so that one that comes in both forms would be listed twice, to other peers too.
 */
export function keepBareAddresses(peerStore: Pick<PeerStore, 'merge'>): void {
  const merge = peerStore.merge.bind(peerStore)
  peerStore.merge = (peerId, data, options) => {
    const end = `/p2p/${peerId}`
    const multiaddrs = data.multiaddrs?.map((address) =>
      `${address}`.endsWith(end) ? address.decapsulate(end) : address,
    )
    return merge(peerId, multiaddrs ? { ...data, multiaddrs } : data, options)
  }
}
