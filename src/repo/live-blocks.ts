import { createBlockFilter } from '../codec/cid/block-filter.ts'
import { type BlockSet, createBlockSet } from '../codec/cid/block-set.ts'
import type { CID } from '../codec/cid/cid.ts'

/** What stays through a collection. */
export interface LiveBlocks {
  /** What walks have visited, exactly; all of it stays. */
  readonly visited: BlockSet
  add(cid: CID): void
  has(cid: CID): boolean
}

export interface LiveBlocksOptions {
  /** How many blocks the store holds. */
  readonly blocks: number
  /** Up to so many blocks are known exactly. */
  readonly exactUpTo?: number | undefined
}

/** 20 bytes each. */
const EXACT_UP_TO = 1_000_000

/**
 * A set of blocks that takes bounded memory. In a large store, what no walk has to know is kept in a filter, at most
 * 32 MiB: it never forgets a block, and takes fewer than one in a hundred that are garbage for live. Which they are
 * changes with the number of blocks, so they go with a later collection.
 */
export function createLiveBlocks({ blocks, exactUpTo = EXACT_UP_TO }: LiveBlocksOptions): LiveBlocks {
  if (blocks <= exactUpTo) {
    const visited = createBlockSet({ expected: blocks })
    return { visited, add: visited.addBlock, has: visited.hasBlock }
  }
  const visited = createBlockSet()
  const filter = createBlockFilter({ expected: blocks, salt: blocks })
  return { visited, add: filter.add, has: (cid) => visited.hasBlock(cid) || filter.has(cid) }
}
