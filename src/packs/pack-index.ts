import type { AbortOptions } from '../ports/abort.ts'
import type { PackedBlock } from './pack-table.ts'

/** A block with the pack that holds its bytes. */
export interface PlacedBlock extends PackedBlock {
  readonly pack: number
}

/** A block on its way from one pack into another. */
export interface MovedBlock extends PlacedBlock {
  /** The pack it leaves. */
  readonly from: number
}

/**
 * What index rows say of a pack: some name it; none does and none is missing; or rows are missing that the pack once
 * had, or the index does not know the pack at all.
 */
export type PackState = 'used' | 'unused' | 'lost'

/** Blocks of a pack that get their rows back. */
export interface RestoredPack {
  readonly pack: number
  /** Bytes of all blocks in the pack, its table not counted. */
  readonly sizeBytes: number
  /** Bytes of those blocks that rows name here, these included. */
  readonly usedBytes: number
  /** Those without a row. */
  readonly blocks: readonly PackedBlock[]
}

/** What the engine asks of the rows that say which block is in which pack. */
export interface PackIndex {
  /** States of packs, in their order. */
  statesOf(packs: readonly number[], options?: AbortOptions): Promise<readonly PackState[]>
  /**
   * The blocks whose rows name this pack, in the order of their bytes. `table` reads the pack's own table, for an index
   * that cannot search for a pack.
   */
  blocksIn(
    pack: number,
    table: () => Promise<readonly PackedBlock[]>,
    options?: AbortOptions,
  ): Promise<readonly PackedBlock[]>
  /** Names the new places of blocks, all at once, and leaves out those that were removed or moved meanwhile. */
  move(blocks: readonly MovedBlock[], options?: AbortOptions): Promise<void>
  /** Those of `keys` that have no row. */
  absent(keys: readonly string[], options?: AbortOptions): Promise<readonly string[]>
  /** Adds the rows of blocks that have none, all at once, and counts anew what is used of the pack. */
  restore(pack: RestoredPack, options?: AbortOptions): Promise<void>
  /** Forgets packs whose files are removed. */
  forget(packs: readonly number[], options?: AbortOptions): Promise<void>
}
