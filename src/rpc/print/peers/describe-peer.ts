import type * as z from 'zod/mini'
import { toBase64 } from '../../../codec/bytes/base64.ts'
import { formatPeerId } from '../../../codec/cid/peer-id.ts'
import type { KnownPeer } from '../../../net/swarm/swarm.ts'
import type { PeerInfo } from '../../shapes/node.ts'

/** The description that another peer has sent of itself, as `id` prints it. */
export function describePeer(peer: KnownPeer, ID: string): z.input<typeof PeerInfo> {
  const { publicKey, addresses, agentVersion, protocolVersion, protocols } = peer
  return {
    ID,
    PublicKey: publicKey ? toBase64(publicKey) : '',
    Addresses:
      addresses.length === 0
        ? null
        : addresses.map((address) => `${address}/p2p/${formatPeerId(peer.peerId)}`),
    AgentVersion: agentVersion,
    ProtocolVersion: protocolVersion,
    Protocols: protocols.length === 0 ? null : [...protocols],
  }
}
