import { createBlockFilter } from '../codec/cid/block-filter.ts'
import { type BlockSet, createBlockSet } from '../codec/cid/block-set.ts'
import type { CID } from '../codec/cid/cid.ts'

/** The set of blocks that garbage collection keeps. */
export interface LiveBlocks {
  /** Blocks visited by walks, tracked exactly; all of them are kept. */
  readonly visited: BlockSet
  add(cid: CID): void
  has(cid: CID): boolean
}

export interface LiveBlocksOptions {
  /** Number of blocks in the store. */
  readonly blocks: number
  /** Up to this number, all blocks are tracked exactly. */
  readonly exactUpTo?: number | undefined
}

/** Entries of 20 bytes each. */
const EXACT_UP_TO = 1_000_000

/**
 * Creates a set of blocks with bounded memory. In a large store, blocks that no walk needs to look up go into a
 * filter of at most 32 MiB. It has no false negatives, so no live block is removed, and false positives for fewer
 * than one in a hundred garbage blocks. These change with the number of blocks, so a later collection removes them.
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
