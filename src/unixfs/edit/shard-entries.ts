import { loadDagPb } from '../../blocks/load-block.ts'
import type { CID } from '../../codec/cid/cid.ts'
import type { PBLink } from '../../codec/dag-pb/dag-pb.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Metadata } from '../add/metadata.ts'
import type { Sharding } from '../dag/dag-shape.ts'
import type { NamedNode } from '../directory/entry-link.ts'
import type { ShardLayout } from '../directory/shard.ts'
import { createDirectorySize, type DirectorySize, type EntriesSize } from '../directory/write-directory.ts'
import type { EditStore } from './edit-store.ts'

/** The shards of one directory. */
export interface ReadShards {
  readonly store: Pick<EditStore, 'blocks' | 'shardSizes'>
  readonly layout: ShardLayout
}

export interface OneNodeOptions extends AbortOptions {
  readonly sharding: Sharding
  readonly metadata: Metadata
}

/**
 * Each shard has at least two entries, each with a name of at least one byte and a CID of 34 bytes unless it is
 * inline.
 */
const LEAST_ENTRIES = 2
const LEAST_BYTES = LEAST_ENTRIES * (1 + 34)

/**
 * All entries; `undefined` when they are too many for one node. Counts shard by shard and stops as soon as that is
 * known. Shards that an earlier edit has counted are not read.
 */
export async function entriesOfOneNode(
  shards: ReadShards,
  links: readonly PBLink[],
  { sharding, metadata, signal }: OneNodeOptions,
): Promise<NamedNode[] | undefined> {
  const size = createDirectorySize(sharding, metadata)
  const count: Count = { size, signal, ahead: 0 }
  if (!(await countBelow(shards, links, count)) || size.isOver()) return undefined
  const entries: NamedNode[] = []
  for await (const entry of entriesBelow(shards, links, { signal })) entries.push(entry)
  return entries
}

interface Count extends AbortOptions {
  /** Of the whole directory. */
  readonly size: DirectorySize
  /** Shards that were found and not counted yet. */
  ahead: number
}

/** The entries below the links; `undefined` when the directory is over the limits before all of it was counted. */
async function countBelow(
  shards: ReadShards,
  links: readonly PBLink[],
  count: Count,
): Promise<EntriesSize | undefined> {
  const { store, layout } = shards
  const { size, signal } = count
  const before = size.counted()
  const unknown: CID[] = []
  for (const link of links) {
    const known = isEntry(link, layout) ? undefined : store.shardSizes.get(link.Hash)
    if (known) size.addCounted(known)
    else if (isEntry(link, layout)) size.add(entryOf(link, layout))
    else unknown.push(link.Hash)
  }
  count.ahead += unknown.length
  for (const shard of unknown) {
    if (size.isOver({ entries: count.ahead * LEAST_ENTRIES, bytes: count.ahead * LEAST_BYTES }))
      return undefined
    const { Links } = await loadDagPb(store.blocks, shard, { signal })
    count.ahead -= 1
    const below = await countBelow(shards, Links, count)
    if (!below) return undefined
    store.shardSizes.keep(shard, below)
  }
  const { entries, bytes } = size.counted()
  return { entries: entries - before.entries, bytes: bytes - before.bytes }
}

async function* entriesBelow(
  shards: ReadShards,
  links: readonly PBLink[],
  options: AbortOptions,
): AsyncGenerator<NamedNode> {
  for (const link of links) {
    if (isEntry(link, shards.layout)) yield entryOf(link, shards.layout)
    else
      yield* entriesBelow(shards, (await loadDagPb(shards.store.blocks, link.Hash, options)).Links, options)
  }
}

/** True for the link of an entry, false for that of a shard. */
export function isEntry({ Name = '' }: PBLink, { prefixLength }: ShardLayout): boolean {
  return Name.length > prefixLength
}

/** The entry that a link of a shard leads to. */
export function entryOf({ Name = '', Hash, Tsize = 0 }: PBLink, { prefixLength }: ShardLayout): NamedNode {
  return { name: Name.slice(prefixLength), cid: Hash, sizeBytes: Tsize }
}
