import type { AbortOptions } from '../ports/abort.ts'
import type { PackRange } from '../ports/pack-files.ts'
import type { PackedBlock } from './pack-table.ts'

/** A block and the pack that holds its bytes. */
export interface PlacedBlock extends PackedBlock {
  readonly pack: number
}

/** A block that moves from one pack into another. */
export interface MovedBlock extends PlacedBlock {
  /** The pack that it leaves. */
  readonly from: number
}

/**
 * What the index rows say about a pack. `used`: some row names it. `unused`: no row names it, and none is
 * missing. `lost`: rows that it once had are missing, or the index does not know the pack.
 */
export type PackState = 'used' | 'unused' | 'lost'

/** A pack of which so little is in use that it is rewritten. */
export interface SparsePack {
  readonly pack: number
  /** Size of its blocks that are in use. */
  readonly usedBytes: number
}

/** A block whose index row is restored. */
export interface RestoredBlock extends PackedBlock {
  /** The pack that its row names, and that does not have its bytes any more. Absent for a block without a row. */
  readonly from?: number
}

/** A pack whose missing index rows are restored. */
export interface RestoredPack {
  readonly pack: number
  /** Size of all blocks in the pack, without its table. */
  readonly sizeBytes: number
  /** Size of the blocks of this pack that are in use, the restored ones included. */
  readonly usedBytes: number
  /** The blocks that get a row, or whose row is changed. */
  readonly blocks: readonly RestoredBlock[]
}

/** The index of blocks by pack, which a host keeps for the engine. */
export interface PackIndex {
  /** The states of packs, in the order of the argument. */
  statesOf(packs: readonly number[], options?: AbortOptions): Promise<readonly PackState[]>
  /**
   * The blocks whose rows name this pack, ordered by offset. `table` reads the pack's own table, for an index
   * that cannot search by pack. For a pack without one, such an index searches all rows.
   */
  blocksIn(
    pack: number,
    table: () => Promise<readonly PackedBlock[] | undefined>,
    options?: AbortOptions,
  ): Promise<readonly PackedBlock[]>
  /** Updates the places of blocks atomically. Skips blocks that were removed or moved in the meantime. */
  move(blocks: readonly MovedBlock[], options?: AbortOptions): Promise<void>
  /**
   * Where rows say that blocks are, in the order of the keys: in a pack, or `apart` from packs. `undefined` for a
   * block without a row.
   */
  placesOf(
    keys: readonly string[],
    options?: AbortOptions,
  ): Promise<readonly (PackRange | 'apart' | undefined)[]>
  /** Makes the rows of these blocks name the pack, atomically, and recounts how much of it is in use. */
  restore(pack: RestoredPack, options?: AbortOptions): Promise<void>
  /** Deletes the records of packs whose files were removed. */
  forget(packs: readonly number[], options?: AbortOptions): Promise<void>
}
