import type { BlockReader } from '../blocks/load-block.ts'
import type { CID } from '../codec/cid/cid.ts'

/** A reader that records which blocks were read, in order. */
export interface RecordedBlocks extends BlockReader {
  readonly read: readonly CID[]
}

/** Records the blocks that following a path needs: a client needs the same blocks to verify the path. */
export function recordedBlocks(blocks: BlockReader): RecordedBlocks {
  const read: CID[] = []
  return {
    read,
    get(cid, options) {
      if (!read.at(-1)?.equals(cid)) read.push(cid)
      return blocks.get(cid, options)
    },
  }
}
