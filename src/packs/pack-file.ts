import { encodePackTable, MAX_PACK_BLOCKS, type PackedBlock } from './pack-table.ts'
import { partition } from './partition.ts'

/**
 * Maximum size of a pack's blocks together, because readers hold whole packs in memory. A larger block has a
 * pack of its own.
 */
export const PACK_BYTES = 4 * 1024 * 1024

export interface BlockBytes {
  /** The text of `blockKey`. */
  readonly key: string
  readonly bytes: Uint8Array
}

/** A pack before it is stored. */
export interface NewPack {
  /** Views of the blocks' bytes, and the table after them. */
  readonly parts: readonly Uint8Array[]
  readonly blocks: readonly PackedBlock[]
}

/** Splits blocks, in their order, into groups that fit one pack each. */
export function partitionPacks<T>(
  blocks: Iterable<T>,
  { sizeOf, packBytes = PACK_BYTES }: { sizeOf(block: T): number; readonly packBytes?: number | undefined },
): T[][] {
  return partition(blocks, { maxBytes: packBytes, maxItems: MAX_PACK_BLOCKS, sizeOf })
}

/** Builds one pack from distinct blocks that fit it: their bytes in this order, then their table. */
export function newPack(pieces: readonly BlockBytes[]): NewPack {
  let end = 0
  const blocks = pieces.map(({ key, bytes: { byteLength: sizeBytes } }) => {
    const offset = end
    end += sizeBytes
    return { key, offset, sizeBytes }
  })
  return { parts: [...pieces.map(({ bytes }) => bytes), encodePackTable(blocks)], blocks }
}
