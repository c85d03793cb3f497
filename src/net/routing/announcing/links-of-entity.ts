import { type CID, DAG_PB_CODEC } from '../../../codec/cid/cid.ts'
import { decodeDagPb } from '../../../codec/dag-pb/dag-pb.ts'
import { unixfsOf } from '../../../codec/dag-pb/unixfs.ts'
import type { UnixfsType } from '../../../codec/dag-pb/unixfs-message.ts'
import { linksOfBlock } from '../../../codec/ipld/block-links.ts'

/** Types of UnixFS nodes below which there are only parts of themselves. */
const WITHOUT_ENTITIES_BELOW: ReadonlySet<UnixfsType | undefined> = new Set(['file', 'raw', 'symlink'])

/**
 * The links of a block that lead to entities: none for a UnixFS file, whose blocks are parts of it, and for a symbolic link.
 * Those of directories, of their shards, and of everything that is not UnixFS are all of them. Throws what
 * {@link linksOfBlock} does.
 */
export function linksOfEntity(cid: CID, bytes: Uint8Array): readonly CID[] {
  if (cid.code !== DAG_PB_CODEC) return linksOfBlock(cid, bytes)
  const node = decodeDagPb(bytes)
  return WITHOUT_ENTITIES_BELOW.has(unixfsOf(node)?.type) ? [] : node.Links.map(({ Hash }) => Hash)
}
