import type { AbortOptions } from '../../../ports/abort.ts'
import type { RunningPeer } from '../../network.ts'

/** True if a connected peer supports the protocol of a DHT. Peers that have not sent their protocols do not count. */
export async function servesDht(
  { libp2p }: RunningPeer,
  protocol: string,
  { signal }: AbortOptions,
): Promise<boolean> {
  for (const peerId of libp2p.getPeers()) {
    if (!(await libp2p.peerStore.has(peerId, { ...(signal && { signal }) }))) continue
    const { protocols } = await libp2p.peerStore.get(peerId, { ...(signal && { signal }) })
    if (protocols.includes(protocol)) return true
  }
  return false
}
