import type { BlockReader } from '../blocks/load-block.ts'
import { blockKey } from '../codec/cid/cid.ts'

/** Enough for the node of a path and the leaf below it. Each has at most the size of a block. */
const KEPT_BLOCKS = 2

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
    async get(cid, options) {
      const key = blockKey(cid)
      const held = recent.find((block) => block.key === key)
      if (held) return held.bytes
      const bytes = await blocks.get(cid, options)
      if (bytes) recent.push({ key, bytes })
      if (recent.length > KEPT_BLOCKS) recent.shift()
      return bytes
    },
  }
}
