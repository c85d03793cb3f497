import type { BlockReader } from '../blocks/load-block.ts'
import type { CID } from '../codec/cid/cid.ts'

/** A reader that notes what was read through it, in order. */
export interface RecordedBlocks extends BlockReader {
  readonly read: readonly CID[]
}

/** Notes the blocks that following a path takes: a client needs the same ones to follow it. */
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
