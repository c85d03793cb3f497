import type { CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from './abort.ts'

/** A block as it is written: the CID says how to read the bytes and what they must hash to. */
export interface Block {
  readonly cid: CID
  readonly bytes: Uint8Array
}

/** What a store knows of a block without reading it. */
export interface BlockStat {
  readonly sizeBytes: number
}

export interface StoredBlock extends BlockStat {
  /** Always CIDv1 with the raw codec: a store knows multihashes, not codecs. */
  readonly cid: CID
}

export interface BlockstoreTotals {
  readonly blocks: number
  readonly sizeBytes: number
}

/** What a sweep did with stored bytes that no index row named. */
export interface SweepReport {
  /** Blocks whose bytes were removed: they were garbage. */
  readonly removedBlocks: number
  /** Blocks that got their index rows back. */
  readonly indexedBlocks: number
  /** A sentence for each pack or block that could not be used, at most 100; it stays where it is. */
  readonly unreadable: readonly string[]
}

/**
 * Whole blocks, keyed by the multihash of the CID, so that every CID of the same bytes meets.
 *
 * A block exists once the call that stored it has resolved: bytes first, then the index row that makes
 * them visible. Bytes that a killed process left without a row are garbage which {@link Blockstore.sweep}
 * removes. Views are copied compact before they are kept. Stores do not hash: callers verify.
 */
export interface Blockstore {
  /** The bytes, or `undefined` when the block is not held. Throws `corrupt` when its bytes are gone. */
  get(cid: CID, options?: AbortOptions): Promise<Uint8Array | undefined>
  has(cid: CID, options?: AbortOptions): Promise<boolean>
  /** Stores one block; storing a held block again changes nothing. */
  put(cid: CID, bytes: Uint8Array, options?: AbortOptions): Promise<void>
  /** Stores several blocks and makes them visible together. */
  putMany(blocks: readonly Block[], options?: AbortOptions): Promise<void>
  /**
   * Stores one block anew, whatever is held of it, and resolves when no reader finds the earlier bytes. A process
   * that is killed meanwhile leaves the earlier bytes or the new ones.
   */
  replace(cid: CID, bytes: Uint8Array, options?: AbortOptions): Promise<void>
  /**
   * Every stored copy of a block, read from storage now and past all caches, for a reader whose bytes were wrong.
   * A copy that is gone or cut short is left out. Rejects when storage fails, which says nothing of the bytes.
   */
  copies(cid: CID, options?: AbortOptions): AsyncIterable<Uint8Array>
  /** Removes a block; removing an absent one changes nothing. */
  delete(cid: CID, options?: AbortOptions): Promise<void>
  /** Every held block in the order of `blockKey` texts. Blocks written or removed meanwhile may or may not appear. */
  list(options?: AbortOptions): AsyncIterable<StoredBlock>
  /** The size, or `undefined` when the block is not held. */
  stat(cid: CID, options?: AbortOptions): Promise<BlockStat | undefined>
  totals(options?: AbortOptions): Promise<BlockstoreTotals>
  /**
   * Removes stored bytes that no index row names, and gives blocks their rows back where the store says by itself which
   * blocks it holds and the rows are lost. No add may be under way.
   */
  sweep(options?: AbortOptions): Promise<SweepReport>
}
