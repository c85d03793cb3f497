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
 * Creates the first layer of block access: the blocks that this host holds, intact or corrupt. Writes require
 * free space, and operations are counted. Only the source above it, garbage collection and repairs use it
 * directly.
 */
export function createStore({ hostBlockstore, space, activity, hostActivity }: StoreOptions): Blockstore {
  const spaced = spacedBlockstore(hostBlockstore, space)
  return hostActivity ? spaced : meteredBlockstore(spaced, activity)
}
