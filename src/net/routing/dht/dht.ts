import type { PeerId } from '../../../codec/cid/peer-id.ts'
import type { RouterCall } from '../routing.ts'
import type { StartDhtOptions, StartedDht } from './start-dht.ts'

/** The DHT of a running peer. */
export interface Dht {
  readonly protocol: StartDhtOptions['protocol']
  /** True if it answers queries of peers and stores their records. */
  readonly isServer: boolean
  /** Loads its code and starts it, at the first call. */
  start(): Promise<StartedDht>
}

/** The DHT of this node, as long as its peer runs. */
export interface DhtService {
  /** `undefined` while no peer runs, and if the owner has no DHT. */
  readonly running: Dht | undefined
  /** Yields the peers that are closest to an id. Throws `unsupported` with the reference's text without a DHT. */
  closestPeers(peerId: PeerId, call: RouterCall): AsyncIterable<PeerId>
}
