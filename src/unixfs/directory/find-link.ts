import { type BlockReader, loadDagPb } from '../../blocks/load-block.ts'
import type { CID } from '../../codec/cid/cid.ts'
import { nameHash } from '../../codec/dag-pb/name-hash.ts'
import { unixfsOf } from '../../codec/dag-pb/unixfs.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { shardLayout, slotPrefix } from './shard.ts'

/**
 * Finds the CID that a dag-pb node links under a name, through the shards of a large directory; `undefined` when no
 * link has the name. In a node without UnixFS data, the names of its links are searched.
 */
export async function findLink(
  blocks: BlockReader,
  cid: CID,
  { name, signal }: AbortOptions & { readonly name: string },
): Promise<CID | undefined> {
  let node = await loadDagPb(blocks, cid, { signal })
  const unixfs = unixfsOf(node)
  if (unixfs?.type !== 'hamt-shard') return node.Links.find((link) => link.Name === name)?.Hash
  const layout = shardLayout(unixfs)
  const hash = await nameHash(name)
  for (let level = 0; ; level += 1) {
    const prefix = slotPrefix(hash, level, layout)
    if (prefix === undefined) throw new DomainError('corrupt', 'sharded directory too deep')
    const link = node.Links.find(({ Name }) => Name === prefix || Name === prefix + name)
    if (link?.Name !== prefix) return link?.Hash
    node = await loadDagPb(blocks, link.Hash, { signal })
  }
}
