import type { BlockReader } from '../blocks/load-block.ts'
import { blockKey } from '../codec/cid/cid.ts'

/**
 * Enough for the node of a path and the leaf below it. Only the last block may be a large one: while a file is read, that
 * is one that its reader holds anyway.
 */
const KEPT_BLOCKS = 2
const SMALL_BYTES = 64 * 1024

/**
 * A reader for one request that caches the last blocks: finding a node, guessing its type and reading it need
 * the same blocks.
 *
 * The cache is an array. A Map that is rehashed keeps its earlier tables, and with them all former blocks, in
 * memory until a full garbage collection.
 */
export function recentBlocks(blocks: BlockReader): BlockReader {
  const recent: { readonly key: string; readonly bytes: Uint8Array }[] = []
  return {
    readAhead: blocks.readAhead,
    async get(cid, options) {
      const key = blockKey(cid)
      const held = recent.find((block) => block.key === key)
      if (held) return held.bytes
      const bytes = await blocks.get(cid, options)
      if (bytes) recent.push({ key, bytes })
      const dropped = recent.findIndex((block, at) => isLarge(block) && at < recent.length - 1)
      if (dropped >= 0) recent.splice(dropped, 1)
      else if (recent.length > KEPT_BLOCKS) recent.shift()
      return bytes
    },
  }
}

function isLarge({ bytes }: { readonly bytes: Uint8Array }): boolean {
  return bytes.byteLength > SMALL_BYTES
}
