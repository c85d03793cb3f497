import { blockKey } from '../codec/cid.ts'
import type { BlockReader } from '../content/load-block.ts'

/** The node of a path and the leaf below it, each of at most a block's size. */
const KEPT_BLOCKS = 2

/**
 * A reader for one request that keeps the blocks it read last: looking at a node, guessing its type and
 * reading it are three looks at the same blocks.
 */
export function recentBlocks(blocks: BlockReader): BlockReader {
  const recent = new Map<string, Uint8Array>()
  return {
    async get(cid, options) {
      const key = blockKey(cid)
      const held = recent.get(key)
      if (held) return held
      const bytes = await blocks.get(cid, options)
      if (bytes) recent.set(key, bytes)
      const [oldest] = recent.keys()
      if (recent.size > KEPT_BLOCKS && oldest !== undefined) recent.delete(oldest)
      return bytes
    },
  }
}
