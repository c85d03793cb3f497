import type { PeerId } from '../../../codec/cid/peer-id.ts'
import type { RunningPeer } from '../../network.ts'
import type { StartedDht } from './start-dht.ts'

/** A peer in the routing table of a DHT. */
export interface TablePeer {
  readonly peerId: PeerId
  readonly isConnected: boolean
  /** The name of its software, as the peer reports it. Empty if unknown. */
  readonly agentVersion: string
}

/** The peers of a routing table, by the number of leading bits that their digests share with that of this node. */
export async function tableBuckets(
  { routingTable }: StartedDht,
  { libp2p }: RunningPeer,
): Promise<readonly (readonly TablePeer[])[]> {
  const own = await digestOf(libp2p.peerId.toMultihash().bytes)
  const buckets: TablePeer[][] = []
  for (const { peerId, kadId } of [...routingTable.kb.toIterable()]) {
    const shared = commonBits(own, kadId)
    while (buckets.length <= shared) buckets.push([])
    const known = (await libp2p.peerStore.has(peerId)) ? await libp2p.peerStore.get(peerId) : undefined
    buckets[shared]?.push({
      peerId: peerId.toMultihash(),
      isConnected: libp2p.getConnections(peerId).length > 0,
      agentVersion: new TextDecoder().decode(known?.metadata.get('AgentVersion')),
    })
  }
  return buckets
}

async function digestOf(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)))
}

function commonBits(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, index) => byte !== b[index])
  return at < 0 ? a.byteLength * 8 : at * 8 + Math.clz32((a[at] ?? 0) ^ (b[at] ?? 0)) - 24
}
