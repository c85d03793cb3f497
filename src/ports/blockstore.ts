import type { CID } from '../codec/cid/cid.ts'
import type { AbortOptions, StoreWriteOptions } from './abort.ts'

/** A block to be stored. The CID determines the codec and the digest of the bytes. */
export interface Block {
  readonly cid: CID
  readonly bytes: Uint8Array
}

/** The data about a block that a store has without reading it. */
export interface BlockStat {
  readonly sizeBytes: number
}

export interface StoredBlock extends BlockStat {
  /** Always CIDv1 with the raw codec: a store knows multihashes, but not codecs. */
  readonly cid: CID
}

export interface BlockWriteOptions extends StoreWriteOptions {
  /**
   * Told, before the call resolves, of blocks that it has stored and that were not held before. A store that cannot
   * tell leaves a block out.
   */
  readonly onAdded?: ((cids: readonly CID[]) => void) | undefined
}

export interface BlockstoreTotals {
  readonly blocks: number
  readonly sizeBytes: number
}

/** The result of a sweep of stored bytes that no index row names. */
export interface SweepReport {
  /** Blocks whose bytes were removed as garbage. */
  readonly removedBlocks: number
  /** Blocks whose index rows were restored. */
  readonly indexedBlocks: number
  /** A message for each pack or block that could not be used, at most 100. Those are kept unchanged. */
  readonly unreadable: readonly string[]
}

/**
 * Stores whole blocks, keyed by the multihash of the CID, so that all CIDs with the same multihash share one
 * block.
 *
 * A block exists once the call that stored it has resolved: bytes are written first, then the index row that
 * makes them visible. Bytes without a row, which a killed process leaves, are garbage that
 * {@link Blockstore.sweep} removes. Views are copied before they are stored. Stores do not hash: callers
 * verify.
 */
export interface Blockstore {
  /** The bytes, or `undefined` for an absent block. Throws `corrupt` when its row exists but its bytes are lost. */
  get(cid: CID, options?: AbortOptions): Promise<Uint8Array | undefined>
  has(cid: CID, options?: AbortOptions): Promise<boolean>
  /** Stores one block. Does nothing if the block is held. */
  put(cid: CID, bytes: Uint8Array, options?: AbortOptions): Promise<void>
  /** Stores several blocks, which become visible together. */
  putMany(blocks: readonly Block[], options?: BlockWriteOptions): Promise<void>
  /**
   * Stores a block even if it is held, and resolves when no reader gets the earlier bytes. A killed process
   * leaves either the earlier or the new bytes.
   */
  replace(cid: CID, bytes: Uint8Array, options?: AbortOptions): Promise<void>
  /**
   * Every stored copy of a block, read from storage and not from caches, for a reader that got wrong bytes.
   * Lost or truncated copies are left out. Rejects when storage fails, which says nothing about the bytes.
   */
  copies(cid: CID, options?: AbortOptions): AsyncIterable<Uint8Array>
  /** Removes a block. Does nothing if it is absent. */
  delete(cid: CID, options?: AbortOptions): Promise<void>
  /**
   * All held blocks in the order of `blockKey` texts. Blocks that are written or removed meanwhile may or may
   * not appear.
   */
  list(options?: AbortOptions): AsyncIterable<StoredBlock>
  /** The size, or `undefined` for an absent block. */
  stat(cid: CID, options?: AbortOptions): Promise<BlockStat | undefined>
  totals(options?: AbortOptions): Promise<BlockstoreTotals>
  /**
   * Gives the space of removed blocks back that shares files with other blocks. What cannot be rewritten now, as without
   * room in the write budget, is kept. Throws `no-space`.
   */
  compact(options?: AbortOptions): Promise<void>
  /**
   * Removes stored bytes without an index row, and restores lost rows where the stored bytes identify their
   * blocks. Bytes whose put is under way stay.
   */
  sweep(options?: AbortOptions): Promise<SweepReport>
}
