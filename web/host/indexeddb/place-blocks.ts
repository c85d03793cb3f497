import { compactBytes } from '../../../src/codec/bytes/bytes.ts'
import { DAG_CBOR_CODEC } from '../../../src/codec/cid/cid.ts'
import type { Block } from '../../../src/ports/blockstore.ts'
import type { IndexRow } from './index-rows.ts'
import { libraryKey } from './library-key.ts'

/**
 * Blocks from this size on are stored in packs when they arrive in one batch. Smaller ones are usually read in
 * random order.
 */
const PACKED_FROM_BYTES = 8 * 1024

/** Smaller dag-cbor nodes are stored in their rows. */
const NODE_BELOW_BYTES = 8 * 1024

/** Minimum size of a pack, since each one costs a file. */
const MIN_PACK_BYTES = 128 * 1024

/**
 * True for a node that is stored in its row. Calendar and ledger read such nodes one after the other, and then
 * need only one lookup in one database for each.
 */
export function isSmallNode(block: Block): boolean {
  return block.cid.code === DAG_CBOR_CODEC && isSmall(block)
}

/** True for a block that is stored in its row when its batch has small nodes, as records of the ledger are. */
export function isSmall({ bytes }: Block): boolean {
  return bytes.byteLength < NODE_BELOW_BYTES
}

export function nodeRow({ cid, bytes }: Block): IndexRow {
  return { key: libraryKey(cid), sizeBytes: bytes.byteLength, inRow: compactBytes(bytes) }
}

/**
 * Divides rows into those for packs and those to be stored singly. A single block is as fast outside a pack,
 * and any program with the library can read it.
 */
export function splitPacked<T extends IndexRow>(
  blocks: readonly T[],
): { singles: readonly T[]; packed: readonly T[] } {
  const packed = blocks.filter(({ sizeBytes }) => sizeBytes >= PACKED_FROM_BYTES)
  const packedBytes = packed.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  if (packed.length < 2 || packedBytes < MIN_PACK_BYTES) return { singles: blocks, packed: [] }
  return { singles: blocks.filter(({ sizeBytes }) => sizeBytes < PACKED_FROM_BYTES), packed }
}
