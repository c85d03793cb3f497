import { DAG_CBOR_CODEC } from '../../../src/codec/cid/cid.ts'
import type { Block } from '../../../src/ports/blockstore.ts'
import type { IndexRow } from './index-rows.ts'
import { libraryKey } from './library-key.ts'

/** Blocks from this size on go into packs when they come together. Smaller ones are read one by one, in any order. */
const PACKED_FROM_BYTES = 8 * 1024

/** Nodes of dag-cbor below this size are kept in their rows. */
const NODE_BELOW_BYTES = 8 * 1024

/** What a pack is worth a file of its own for. */
const MIN_PACK_BYTES = 128 * 1024

/** Calendar and ledger read such nodes one after the other: each costs one look at one database. */
export function isSmallNode(block: Block): boolean {
  return block.cid.code === DAG_CBOR_CODEC && isSmall(block)
}

/** What is small and comes together with nodes goes where they go: records of the ledger do. */
export function isSmall({ bytes }: Block): boolean {
  return bytes.byteLength < NODE_BELOW_BYTES
}

export function nodeRow({ cid, bytes }: Block): IndexRow {
  return { key: libraryKey(cid), sizeBytes: bytes.byteLength, inRow: compact(bytes) }
}

/** A block that comes alone is as quick by itself, and any program that knows the library can read it. */
export function parted<T extends IndexRow>(
  blocks: readonly T[],
): { singles: readonly T[]; packed: readonly T[] } {
  const packed = blocks.filter(({ sizeBytes }) => sizeBytes >= PACKED_FROM_BYTES)
  const packedBytes = packed.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  if (packed.length < 2 || packedBytes < MIN_PACK_BYTES) return { singles: blocks, packed: [] }
  return { singles: blocks.filter(({ sizeBytes }) => sizeBytes < PACKED_FROM_BYTES), packed }
}

/** Bytes of their own: IndexedDB would store the whole buffer behind a view. */
export function compact(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()
}
