import { type Activity, createActivity } from './diagnostics/activity.ts'
import type { Blockstore } from './ports/blockstore.ts'
import type { Clock } from './ports/clock.ts'
import type { Datastore } from './ports/datastore.ts'
import type { Locks } from './ports/locks.ts'
import type { Logger } from './ports/logger.ts'
import type { Network } from './ports/network.ts'
import type { Random } from './ports/random.ts'
import { TIDEPOOL_VERSION } from './version.ts'

/** What a host brings. The core reaches the world through these and nothing else. */
export interface Ports {
  readonly blockstore: Blockstore
  readonly datastore: Datastore
  readonly clock: Clock
  readonly random: Random
  readonly locks: Locks
  readonly logger: Logger
  readonly network?: Network
  /** Shared with adapters that count their own operations; made here when absent. */
  readonly activity?: Activity
}

export interface NodeOptions {
  /** Where the data is, in words for `/repo/stat`: a folder, a database name, a bucket. */
  readonly repoPath: string
  /** Host and platform for `/version`, such as `workerd/edge`. */
  readonly system: string
}

/** A running node: its services, and no HTTP. */
export interface StorageNode {
  readonly ports: Ports
  readonly activity: Activity
  readonly version: string
  readonly system: string
}

/** The only composition inside the core. */
export async function createNode(ports: Ports, options: NodeOptions): Promise<StorageNode> {
  return {
    ports,
    activity: ports.activity ?? createActivity(),
    version: TIDEPOOL_VERSION,
    system: options.system,
  }
}
