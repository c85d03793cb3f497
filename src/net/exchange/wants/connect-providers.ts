import type { PeerInfo } from '@libp2p/interface'
import type { CID } from '../../../codec/cid/cid.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Network } from '../../network.ts'
import { inTime } from '../in-time.ts'

/** Finds peers that have announced a block. Without routers it ends at once, with none. */
export interface ProviderSearch {
  findProviders(cid: CID, options: AbortOptions): AsyncIterable<PeerInfo>
}

export interface ConnectOptions extends AbortOptions {
  readonly network: Pick<Network, 'running'>
  readonly routing: ProviderSearch | undefined
  readonly clock: Pick<Clock, 'sleep'>
}

/** Time for one search, and for one connection to a peer that it found. */
const SEARCH_MS = 30_000
const DIAL_MS = 10_000

/** Providers of one block that are dialled. */
const MAX_PROVIDERS = 10

/** Connects to peers that have announced a block. A peer that cannot be reached is left out. */
export async function connectProviders(
  cid: CID,
  { network, routing, clock, signal }: ConnectOptions,
): Promise<void> {
  const { running } = network
  if (!routing || !running) return
  const { libp2p } = running
  const connect = async ({ id, multiaddrs }: PeerInfo) => {
    if (id.equals(libp2p.peerId)) return
    try {
      if (multiaddrs.length > 0) await libp2p.peerStore.merge(id, { multiaddrs })
      await inTime((limit) => libp2p.dial(id, { signal: limit }), { clock, limitMs: DIAL_MS, signal })
    } catch {
      signal?.throwIfAborted()
    }
  }
  const search = async (limit: AbortSignal) => {
    const dialled: Promise<void>[] = []
    for await (const provider of routing.findProviders(cid, { signal: limit })) {
      dialled.push(connect(provider))
      if (dialled.length === MAX_PROVIDERS) break
    }
    await Promise.allSettled(dialled)
  }
  await inTime(search, { clock, limitMs: SEARCH_MS, signal })
}
