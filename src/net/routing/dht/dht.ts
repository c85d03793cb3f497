import type { PeerId } from '../../../codec/cid/peer-id.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { RunningPeer } from '../../network.ts'
import type { RouterCall } from '../routing.ts'
import type { StartDhtOptions, StartedDht } from './start-dht.ts'
import type { TablePeer } from './table-buckets.ts'

/** The DHT of a running peer. */
export interface Dht {
  readonly protocol: StartDhtOptions['protocol']
  /** True if it answers queries of peers and stores their records. */
  readonly isServer: boolean
  readonly peer: RunningPeer
  /** True if a connected peer serves it. */
  hasServers(options: AbortOptions): Promise<boolean>
  /** Loads its code and starts it, at the first call. */
  start(): Promise<StartedDht>
}

/** The DHT of this node, as long as its peer runs. */
export interface DhtService {
  /** `undefined` while no peer runs, and if the owner has no DHT. */
  readonly running: Dht | undefined
  /** True if a connected peer stores records of others. Loads no code. */
  hasServers(options?: AbortOptions): Promise<boolean>
  /**
   * The routing table of this node, in buckets by distance, farthest first. Empty for a table that it does not have.
   * Throws `unsupported` like {@link DhtService.closestPeers}.
   */
  table(of: 'public' | 'private', options?: AbortOptions): Promise<readonly (readonly TablePeer[])[]>
  /** Yields the peers that are closest to an id. Throws `unsupported` with the reference's text without a DHT. */
  closestPeers(peerId: PeerId, call: RouterCall): AsyncIterable<PeerId>
}
