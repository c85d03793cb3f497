import { blockFormat } from '../../blocks/block-format.ts'
import { makeBlock } from '../../blocks/make-block.ts'
import type { Block } from '../../ports/blockstore.ts'

const RAW = blockFormat({ codec: 'raw', mhtype: 'sha2-256', mhlen: -1 })

/** Maximum size of a stored record: the block size that peers exchange. */
export const MAX_STATE_INFO_BYTES = 1024 * 1024

/** The block of a stored record: a raw CIDv1 with sha2-256. */
export function storedRecordBlock(bytes: Uint8Array): Promise<Block> {
  return makeBlock(bytes, RAW)
}
