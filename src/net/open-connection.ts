import type { Connection, PeerId } from '@libp2p/interface'
import type { Multiaddr } from '@multiformats/multiaddr'
import type { RunningPeer } from './network.ts'

/**
 * An open connection to a peer, direct if there is one. `undefined` if there is none, and also if there is only one
 * through a relay while the address leads to the peer directly: a dial by WebRTC opens a relayed connection first, which
 * stays open if the dial fails.
 */
export function openConnection(
  { libp2p }: Pick<RunningPeer, 'libp2p'>,
  peerId: PeerId,
  address?: Multiaddr,
): Connection | undefined {
  const open = libp2p.getConnections(peerId)
  return open.find(({ direct }) => direct) ?? (isRelayed(address) ? open[0] : undefined)
}

/** True for `…/p2p-circuit/p2p/<peer id>`, and without an address. In one of WebRTC, `webrtc` follows the circuit. */
function isRelayed(address: Multiaddr | undefined): boolean {
  return address === undefined || address.getComponents().at(-2)?.name === 'p2p-circuit'
}
