import { type CID, DAG_PB_CODEC } from '../../codec/cid/cid.ts'
import { decodeDagPb } from '../../codec/dag-pb/dag-pb.ts'
import { unixfsOf } from '../../codec/dag-pb/unixfs.ts'
import { linksOfBlock } from '../../codec/ipld/block-links.ts'
import { filePart, type PartRange } from '../../unixfs/add/file-part.ts'
import { shardLayout } from '../../unixfs/directory/shard.ts'
import type { DagScope } from './car-request.ts'

/** A block of a CAR. */
export interface CarItem {
  readonly cid: CID
  /**
   * The requested bytes of the part of the file in and below this block, relative to its beginning. All when
   * absent.
   */
  readonly range?: PartRange | undefined
}

/**
 * The blocks below one, in the order of its links. For `all`: its whole DAG. For `entity`: the rest of a file
 * or of its range, and the shards of a directory, but not the directory's entries.
 *
 * Throws `corrupt` for malformed bytes, `unsupported` for the links of an unknown codec. Spec: trustless
 * gateway specification, `dag-scope`.
 */
export function itemsBelow(scope: DagScope, item: CarItem, bytes: Uint8Array): readonly CarItem[] {
  if (scope === 'block') return []
  if (scope === 'all') return linksOfBlock(item.cid, bytes).map((cid) => ({ cid }))
  return item.cid.code === DAG_PB_CODEC ? entityItems(item, bytes) : []
}

function entityItems({ cid, range }: CarItem, bytes: Uint8Array): readonly CarItem[] {
  const node = decodeDagPb(bytes)
  const unixfs = unixfsOf(node)
  if (unixfs?.type === 'hamt-shard') {
    const { prefixLength } = shardLayout(unixfs)
    return node.Links.filter(({ Name = '' }) => Name.length <= prefixLength).map(({ Hash }) => ({
      cid: Hash,
    }))
  }
  if (unixfs?.type !== 'file' && unixfs?.type !== 'raw') return []
  return range ? itemsWithin(filePart(cid, bytes), range) : node.Links.map(({ Hash }) => ({ cid: Hash }))
}

function itemsWithin({ data, children }: ReturnType<typeof filePart>, range: PartRange): readonly CarItem[] {
  const items: CarItem[] = []
  let start = data.byteLength
  for (const { cid, sizeBytes } of children) {
    const inner = { start: range.start - start, end: range.end - start }
    start += sizeBytes
    if (inner.end <= 0 || inner.start >= sizeBytes) continue
    items.push(inner.start <= 0 && inner.end >= sizeBytes ? { cid } : { cid, range: inner })
  }
  return items
}
