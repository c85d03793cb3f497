import type { Libp2p, Stream } from '@libp2p/interface'
import { peerIdFromString } from '@libp2p/peer-id'
import { multiaddr } from '@multiformats/multiaddr'
import type { PeerTarget } from './forwarding-address.ts'

export interface OpenPeerStreamOptions {
  readonly peer: PeerTarget
  readonly protocol: string
  readonly signal?: AbortSignal | undefined
}

/** Opens a stream of a peer, which is dialled if it is not connected: at its address, or at those that are known. */
export async function openPeerStream(
  libp2p: Pick<Libp2p, 'dialProtocol'>,
  { peer: { peerId, address }, protocol, signal }: OpenPeerStreamOptions,
): Promise<Stream> {
  const target = address === undefined ? peerIdFromString(peerId) : multiaddr(address)
  return libp2p.dialProtocol(target, protocol, { ...(signal && { signal }) })
}
