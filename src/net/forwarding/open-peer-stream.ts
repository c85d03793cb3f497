import type { Stream } from '@libp2p/interface'
import { peerIdFromString } from '@libp2p/peer-id'
import { multiaddr } from '@multiformats/multiaddr'
import type { RunningPeer } from '../network.ts'
import type { PeerTarget } from './forwarding-address.ts'

export interface OpenPeerStreamOptions {
  readonly peer: PeerTarget
  readonly protocol: string
  readonly signal?: AbortSignal | undefined
}

/**
 * Opens a stream of a peer, which is dialled if it is not connected: at its address, which the owner named, or at those
 * that are known.
 */
export async function openPeerStream(
  { libp2p, permit }: Pick<RunningPeer, 'libp2p' | 'permit'>,
  { peer: { peerId, address }, protocol, signal }: OpenPeerStreamOptions,
): Promise<Stream> {
  const named = address === undefined ? undefined : multiaddr(address)
  if (named) permit(named)
  return libp2p.dialProtocol(named ?? peerIdFromString(peerId), protocol, { ...(signal && { signal }) })
}
