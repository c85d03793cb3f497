import { loadDagPb } from '../../blocks/load-block.ts'
import type { CID } from '../../codec/cid/cid.ts'
import type { PBLink } from '../../codec/dag-pb/dag-pb.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Metadata } from '../add/metadata.ts'
import type { Sharding } from '../dag/dag-shape.ts'
import type { NamedNode } from '../directory/entry-link.ts'
import type { ShardLayout } from '../directory/shard.ts'
import { createShardGuard, type ShardGuard } from '../directory/shard-guard.ts'
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
 * Each shard has at least two entries, each with a name of at least one byte and a CID of at least 4: version, codec,
 * identity hash and length 0.
 */
const LEAST_ENTRIES = 2
const LEAST_BYTES = LEAST_ENTRIES * (1 + 4)

/**
 * All entries; `undefined` when they are too many for one node. Counts shard by shard and stops as soon as that is
 * known. Shards that an earlier edit has counted are not read. Throws `corrupt` for shards that are no tree, as
 * {@link ShardGuard} does.
 */
export async function entriesOfOneNode(
  shards: ReadShards,
  links: readonly PBLink[],
  { sharding, metadata, signal }: OneNodeOptions,
): Promise<NamedNode[] | undefined> {
  const size = createDirectorySize(sharding, metadata)
  const root: OpenShard = { links, depth: 0 }
  const count: Count = { size, signal, ahead: 0, guard: createShardGuard() }
  if (!(await countBelow(shards, root, count)) || size.isOver()) return undefined
  const entries: NamedNode[] = []
  const walk: ShardWalk = { signal, guard: createShardGuard() }
  for await (const entry of entriesBelow(shards, root, walk)) entries.push(entry)
  return entries
}

interface OpenShard {
  readonly links: readonly PBLink[]
  /** Of the shard: the root has 0. */
  readonly depth: number
}

interface ShardWalk extends AbortOptions {
  readonly guard: ShardGuard
}

interface Count extends ShardWalk {
  /** Of the whole directory. */
  readonly size: DirectorySize
  /** Shards that were found and not counted yet. */
  ahead: number
}

/** The entries below the links; `undefined` when the directory is over the limits before all of it was counted. */
async function countBelow(
  shards: ReadShards,
  { links, depth }: OpenShard,
  count: Count,
): Promise<EntriesSize | undefined> {
  const { store, layout } = shards
  const { size, guard, signal } = count
  const before = size.counted()
  const unknown: CID[] = []
  for (const link of links) {
    if (isEntry(link, layout)) {
      size.add(entryOf(link, layout))
      continue
    }
    guard.pass(link.Hash, depth + 1)
    const known = store.shardSizes.get(link.Hash)
    if (known) size.addCounted(known)
    else unknown.push(link.Hash)
  }
  count.ahead += unknown.length
  for (const shard of unknown) {
    if (size.isOver({ entries: count.ahead * LEAST_ENTRIES, bytes: count.ahead * LEAST_BYTES }))
      return undefined
    const { Links } = await loadDagPb(store.blocks, shard, { signal })
    count.ahead -= 1
    const below = await countBelow(shards, { links: Links, depth: depth + 1 }, count)
    if (!below) return undefined
    store.shardSizes.keep(shard, below)
  }
  const { entries, bytes } = size.counted()
  return { entries: entries - before.entries, bytes: bytes - before.bytes }
}

async function* entriesBelow(
  shards: ReadShards,
  { links, depth }: OpenShard,
  walk: ShardWalk,
): AsyncGenerator<NamedNode> {
  const { store, layout } = shards
  for (const link of links) {
    if (isEntry(link, layout)) {
      yield entryOf(link, layout)
      continue
    }
    walk.guard.pass(link.Hash, depth + 1)
    const { Links } = await loadDagPb(store.blocks, link.Hash, walk)
    yield* entriesBelow(shards, { links: Links, depth: depth + 1 }, walk)
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
