import { type BlockReader, loadBlock } from '../blocks/load-block.ts'
import { createBlockSet } from '../codec/cid/block-set.ts'
import { blockKey, type CID, DAG_PB_CODEC } from '../codec/cid/cid.ts'
import { decodeDagPb } from '../codec/dag-pb/dag-pb.ts'
import { unixfsOf } from '../codec/dag-pb/unixfs.ts'
import { isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { shardLayout } from '../unixfs/directory/shard.ts'
import { pathText } from './path.ts'

/** A node to visit, with the names on its path. Those of a block of a file are the names of the file. */
interface Place {
  readonly cid: CID
  readonly names: readonly string[]
}

/** Maximum number of entries of the visited set. */
const MAX_ENTRIES = 1_000_000

/**
 * Finds the path of the first file or directory that contains a block. Skips nodes that cannot be read. `undefined` if
 * none contains it, or after 1,000,000 entries.
 */
export async function locateBlock(
  blocks: BlockReader,
  root: CID,
  { cid, signal }: AbortOptions & { readonly cid: CID },
): Promise<string | undefined> {
  const key = blockKey(cid)
  const visited = createBlockSet()
  const waiting: Place[] = [{ cid: root, names: [] }]
  for (let place = waiting.pop(); place && visited.size <= MAX_ENTRIES; place = waiting.pop()) {
    if (blockKey(place.cid) === key) return pathText(place.names)
    if (place.cid.code !== DAG_PB_CODEC || !visited.addNode(place.cid)) continue
    const below = await placesBelow(blocks, place, { signal }).catch((error: unknown) => {
      if (!isDomainError(error)) throw error
      return []
    })
    waiting.push(...below.toReversed())
  }
  return undefined
}

async function placesBelow(
  blocks: BlockReader,
  { cid, names }: Place,
  options: AbortOptions,
): Promise<readonly Place[]> {
  const node = decodeDagPb(await loadBlock(blocks, cid, options))
  const unixfs = unixfsOf(node)
  const prefixLength =
    unixfs?.type === 'hamt-shard'
      ? shardLayout(unixfs).prefixLength
      : unixfs?.type === 'directory'
        ? 0
        : undefined
  return node.Links.map(({ Name = '', Hash }) => {
    const name = prefixLength === undefined ? '' : Name.slice(prefixLength)
    return { cid: Hash, names: name === '' ? names : [...names, name] }
  })
}
