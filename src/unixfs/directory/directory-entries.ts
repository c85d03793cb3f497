import { type BlockReader, loadDagPb } from '../../blocks/load-block.ts'
import { compareBytes } from '../../codec/bytes/bytes.ts'
import type { CID } from '../../codec/cid/cid.ts'
import type { PBLink } from '../../codec/dag-pb/dag-pb.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { DirectoryNode } from '../read/open-node.ts'
import { type ShardLayout, shardLayout } from './shard.ts'
import { createShardGuard, type ShardGuard } from './shard-guard.ts'

/** An entry of a directory. */
export interface DirectoryLink {
  readonly name: string
  readonly cid: CID
  /** Cumulative size of the node, from the link. */
  readonly dagSizeBytes: number
}

const encoder = new TextEncoder()

/**
 * The entries of a directory: of a single node sorted by the bytes of their names, of a sharded directory in tree
 * order. Spec: RPC document, `/ls`.
 */
export async function* directoryEntries(
  blocks: BlockReader,
  { node, unixfs }: DirectoryNode,
  options: AbortOptions = {},
): AsyncGenerator<DirectoryLink> {
  if (unixfs.type !== 'hamt-shard') {
    yield* sortedByName(node.Links.map((link) => entryOf(link, 0)))
    return
  }
  const shards = { blocks, layout: shardLayout(unixfs), guard: createShardGuard(), ...options }
  yield* shardEntries(shards, node.Links, 0)
}

interface Shards extends AbortOptions {
  readonly blocks: BlockReader
  readonly layout: ShardLayout
  readonly guard: ShardGuard
}

async function* shardEntries(
  shards: Shards,
  links: readonly PBLink[],
  depth: number,
): AsyncGenerator<DirectoryLink> {
  const { prefixLength, bits } = shards.layout
  if (links.length > 2 ** bits) throw new DomainError('corrupt', 'sharded directory has too many links')
  for (const link of links) {
    if ((link.Name ?? '').length > prefixLength) {
      yield entryOf(link, prefixLength)
      continue
    }
    shards.guard.pass(link.Hash, depth + 1)
    const { Links } = await loadDagPb(shards.blocks, link.Hash, shards)
    yield* shardEntries(shards, Links, depth + 1)
  }
}

function entryOf({ Name = '', Hash, Tsize = 0 }: PBLink, prefixLength: number): DirectoryLink {
  return { name: Name.slice(prefixLength), cid: Hash, dagSizeBytes: Tsize }
}

/** Sorts entries by the bytes of their names. Stable for equal names. */
export function sortedByName<Entry extends { readonly name: string }>(entries: readonly Entry[]): Entry[] {
  if (isSorted(entries)) return [...entries]
  const keyed = entries.map((entry) => ({ entry, key: encoder.encode(entry.name) }))
  return keyed.sort((a, b) => compareBytes(a.key, b.key)).map(({ entry }) => entry)
}

/** From here on, the order of the units of a text may differ from that of its bytes. */
const SURROGATES = /[\ud800-\uffff]/

/** True for names in the order of their bytes, as in most directories. False for some that are, too. */
function isSorted(entries: readonly { readonly name: string }[]): boolean {
  return entries.every(
    ({ name }, at) => !SURROGATES.test(name) && (at === 0 || (entries[at - 1]?.name ?? '') <= name),
  )
}
