import type { Peer, PeerStore } from '@libp2p/interface'
import type { Clock } from '../../ports/clock.ts'

/** What was stored is stored again after this time, so that the peer does not expire. */
const FRESH_MS = 60_000

/** Peers whose protocols are kept. The oldest is dropped first. */
const MAX_REMEMBERED = 512

/**
 * Stores a protocol of a peer once a minute, and not with each stream, as libp2p does: that reads and writes all that is
 * known of the peer, and the reference opens a stream for each message.
 */
export function throttleMerges(peerStore: Pick<PeerStore, 'merge'>, clock: Pick<Clock, 'now'>): void {
  const merge = peerStore.merge.bind(peerStore)
  const stored = new Map<string, { readonly peer: Peer; readonly atMs: number }>()

  peerStore.merge = async (peerId, data, options) => {
    const [protocol, ...others] = data.protocols ?? []
    if (protocol === undefined || others.length > 0 || Object.keys(data).length > 1) {
      return merge(peerId, data, options)
    }
    const key = `${peerId} ${protocol}`
    const known = stored.get(key)
    if (known && clock.now() - known.atMs < FRESH_MS) return known.peer
    const peer = await merge(peerId, data, options)
    stored.delete(key)
    stored.set(key, { peer, atMs: clock.now() })
    const [oldest] = stored.keys()
    if (stored.size > MAX_REMEMBERED && oldest !== undefined) stored.delete(oldest)
    return peer
  }
}
