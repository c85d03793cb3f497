import { encodePackTable, MAX_PACK_BLOCKS, type PackedBlock } from './pack-table.ts'
import { partition } from './partition.ts'

/** Blocks of one pack have at most so many bytes together, unless it holds one alone: readers hold whole packs. */
export const PACK_BYTES = 4 * 1024 * 1024

export interface BlockBytes {
  /** The text of `blockKey`. */
  readonly key: string
  readonly bytes: Uint8Array
}

/** A pack before it is stored. */
export interface NewPack {
  /** Views of the blocks' bytes, and the table at their end. */
  readonly parts: readonly Uint8Array[]
  readonly blocks: readonly PackedBlock[]
}

/** Divides blocks, in their order, into those of one pack each. */
export function partitionPacks<T>(blocks: Iterable<T>, sizeOf: (block: T) => number): T[][] {
  return partition(blocks, { maxBytes: PACK_BYTES, maxItems: MAX_PACK_BLOCKS, sizeOf })
}

/** A pack of these blocks, which are distinct and fit one: their bytes in this order, then their table. */
export function newPack(pieces: readonly BlockBytes[]): NewPack {
  let end = 0
  const blocks = pieces.map(({ key, bytes: { byteLength: sizeBytes } }) => {
    const offset = end
    end += sizeBytes
    return { key, offset, sizeBytes }
  })
  return { parts: [...pieces.map(({ bytes }) => bytes), encodePackTable(blocks)], blocks }
}
