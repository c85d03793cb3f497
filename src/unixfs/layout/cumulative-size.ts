import { type BlockReader, loadBlock } from '../../blocks/load-block.ts'
import { type CID, DAG_PB_CODEC } from '../../codec/cid/cid.ts'
import { decodeDagPb } from '../../codec/dag-pb/dag-pb.ts'
import type { AbortOptions } from '../../ports/abort.ts'

/** Bytes of a node's block plus the sizes in its links. Repeated blocks count each time. */
export async function cumulativeSize(
  blocks: BlockReader,
  cid: CID,
  options: AbortOptions = {},
): Promise<number> {
  const bytes = await loadBlock(blocks, cid, options)
  if (cid.code !== DAG_PB_CODEC) return bytes.byteLength
  return decodeDagPb(bytes).Links.reduce((total, { Tsize = 0 }) => total + Tsize, bytes.byteLength)
}
