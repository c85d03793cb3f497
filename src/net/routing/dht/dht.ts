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
}
