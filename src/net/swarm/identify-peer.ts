import { publicKeyToProtobuf } from '@libp2p/crypto/keys'
import type { IdentifyResult, Peer, PeerId } from '@libp2p/interface'
import { peerIdFromMultihash } from '@libp2p/peer-id'
import { type PeerId as Multihash, publicKeyInPeerId } from '../../codec/cid/peer-id.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Clock } from '../../ports/clock.ts'
import type { RunningPeer } from '../network.ts'
import { type Dialler, dialPeer } from './connect-to.ts'
import type { KnownPeer } from './swarm.ts'

/** A peer that has not identified itself by then is shown without the details. */
const PATIENCE_MS = 5_000

/** Connects to a peer and returns its `identify` message. Throws `unavailable`. */
export async function identifyPeer(
  peer: Dialler & { readonly clock: Clock },
  multihash: Multihash,
  { signal }: AbortOptions = {},
): Promise<KnownPeer> {
  const peerId = peerIdFromMultihash(multihash)
  const identified = Promise.withResolvers<void>()
  const listen = ({ detail }: CustomEvent<IdentifyResult>) => {
    if (detail.peerId.equals(peerId)) identified.resolve()
  }
  const { libp2p, clock } = peer
  libp2p.addEventListener('peer:identify', listen)
  const waiting = new AbortController()
  try {
    await dialPeer(peer, { peerId, address: undefined }, { signal })
    if (!(await hasTold(peer, peerId))) {
      const limit = clock.sleep(PATIENCE_MS, { signal: waiting.signal }).catch(() => undefined)
      await Promise.race([identified.promise, limit])
    }
    signal?.throwIfAborted()
    return knownPeer(multihash, await libp2p.peerStore.get(peerId))
  } finally {
    waiting.abort()
    libp2p.removeEventListener('peer:identify', listen)
  }
}

/** What is known of a peer, without asking it. */
export async function peerKnownBy({ libp2p }: RunningPeer, multihash: Multihash): Promise<KnownPeer> {
  const peerId = peerIdFromMultihash(multihash)
  if (await libp2p.peerStore.has(peerId)) return knownPeer(multihash, await libp2p.peerStore.get(peerId))
  const publicKey = publicKeyInPeerId(multihash)
  return { peerId: multihash, publicKey, addresses: [], agentVersion: '', protocolVersion: '', protocols: [] }
}

/** Descriptions that connected peers have sent of themselves, by peer id. */
export async function knownPeers({ libp2p }: RunningPeer): Promise<ReadonlyMap<string, KnownPeer>> {
  const known = new Map<string, KnownPeer>()
  for (const peerId of libp2p.getPeers()) {
    if (!(await libp2p.peerStore.has(peerId))) continue
    const multihash: Multihash = peerId.toMultihash()
    known.set(peerId.toString(), knownPeer(multihash, await libp2p.peerStore.get(peerId)))
  }
  return known
}

async function hasTold({ libp2p }: RunningPeer, peerId: PeerId): Promise<boolean> {
  if (!(await libp2p.peerStore.has(peerId))) return false
  return (await libp2p.peerStore.get(peerId)).metadata.has(AGENT_VERSION_KEY)
}

/** Names under which libp2p stores the metadata of peers. */
const AGENT_VERSION_KEY = 'AgentVersion'
const PROTOCOL_VERSION_KEY = 'ProtocolVersion'

function knownPeer(peerId: Multihash, { id, addresses, metadata, protocols }: Peer): KnownPeer {
  const textOf = (key: string) => new TextDecoder().decode(metadata.get(key))
  return {
    peerId,
    publicKey: publicKeyInPeerId(peerId) ?? (id.publicKey && publicKeyToProtobuf(id.publicKey)),
    addresses: addresses.map(({ multiaddr }) => multiaddr.toString()).sort(),
    agentVersion: textOf(AGENT_VERSION_KEY),
    protocolVersion: textOf(PROTOCOL_VERSION_KEY),
    protocols: protocols.toSorted(),
  }
}
