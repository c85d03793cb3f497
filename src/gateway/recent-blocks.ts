import type { BlockReader } from '../blocks/load-block.ts'
import { blockKey } from '../codec/cid/cid.ts'

/** The node of a path and the leaf below it, each of at most a block's size. */
const KEPT_BLOCKS = 2

/**
 * A reader for one request that keeps the blocks it read last: looking at a node, guessing its type and
 * reading it are three looks at the same blocks.
 *
 * An array, for a Map that is rebuilt keeps its earlier tables chained to the present one, and with them every
 * block that passed, until a full collection.
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
