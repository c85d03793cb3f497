import type { Activity } from '../diagnostics/activity.ts'
import { meteredBlockstore } from '../diagnostics/metered-blockstore.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import type { Space } from '../ports/space.ts'
import { spacedBlockstore } from '../space/spaced-stores.ts'

export interface StoreOptions {
  readonly hostBlockstore: Blockstore
  readonly space?: Space | undefined
  readonly activity: Activity
  /** Present when the host's adapter counts its operations itself. */
  readonly hostActivity?: Activity | undefined
}

/**
 * The first layer of block access: what this host holds, good or bad. Writes need space, and operations are counted.
 * Only the source above it, garbage collection and repairs see it.
 */
export function createStore({ hostBlockstore, space, activity, hostActivity }: StoreOptions): Blockstore {
  const spaced = spacedBlockstore(hostBlockstore, space)
  return hostActivity ? spaced : meteredBlockstore(spaced, activity)
}
