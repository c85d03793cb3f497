import { loadDagPb } from '../../blocks/load-block.ts'
import type { PBLink } from '../../codec/dag-pb/dag-pb.ts'
import { nameHash } from '../../codec/dag-pb/name-hash.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { entryLink, type NamedNode } from '../directory/entry-link.ts'
import { type ShardLayout, shardLayout, slotPrefix } from '../directory/shard.ts'
import { writeEntries } from '../directory/write-directory.ts'
import { type Hashed, writeShard, writeShardNode } from '../directory/write-shards.ts'
import type { NodeWriter, WrittenNode } from '../layout/node-writer.ts'
import type { DirectoryNode } from '../read/open-node.ts'
import type { EditStore } from './edit-store.ts'
import { entriesOfOneNode, entryOf, isEntry } from './shard-entries.ts'

export interface LinkChange {
  readonly name: string
  /** The new node of the entry; `undefined` removes the entry. */
  readonly node: WrittenNode | undefined
}

/** Changes of one directory, whose names differ. */
export interface LinkChanges extends AbortOptions {
  readonly changes: readonly LinkChange[]
}

interface Shards {
  readonly store: EditStore
  readonly nodes: NodeWriter
  readonly layout: ShardLayout
  readonly fanout: number
}

/** Implements `setEntries` for sharded directories. */
export async function setInShards(
  store: EditStore,
  { cid, node: root, unixfs, mode, mtime }: DirectoryNode,
  { changes, signal }: LinkChanges,
): Promise<WrittenNode> {
  const { fanout = 0 } = unixfs
  const layout = shardLayout(unixfs)
  const own = store.writerLike(cid)
  const shape = { ...own.shape, sharding: { ...own.shape.sharding, fanout, layout } }
  const shards: Shards = { store, nodes: { ...own, shape }, layout, fanout }
  const hashed: HashedChange[] = []
  for (const change of changes) hashed.push({ change, hash: await nameHash(change.name) })
  const { links, isSmaller } = await setBelow(shards, root.Links, { changes: hashed, level: 0, signal })
  const metadata = { mode, mtime }
  if (isSmaller) {
    // The count reads shards that this edit has written, of which the store remembers those of one path.
    if (changes.length > 1) await store.flush()
    const { sharding } = shards.nodes.shape
    const entries = await entriesOfOneNode(shards, links, { sharding, metadata, signal })
    if (entries) return writeEntries(own, entries, metadata)
  }
  return writeShardNode(shards.nodes, links, { fanout, layout, metadata })
}

interface HashedChange {
  readonly change: LinkChange
  readonly hash: Uint8Array
}

/** The changes below one shard. */
interface ShardChanges extends AbortOptions {
  readonly changes: readonly HashedChange[]
  /** Of the shard: the root has 0. */
  readonly level: number
}

interface Changed {
  readonly links: readonly PBLink[]
  /** True when bytes or entries became fewer, so that the directory may fit into one node. */
  readonly isSmaller: boolean
}

async function setBelow(
  shards: Shards,
  before: readonly PBLink[],
  { changes, level, signal }: ShardChanges,
): Promise<Changed> {
  const { layout, store } = shards
  const bySlot = Map.groupBy(changes, ({ hash }) => slotPrefix(hash, level, layout) ?? tooDeep())
  let links = before
  let isSmaller = false
  for (const [slot, inSlot] of bySlot) {
    const at = links.findIndex(({ Name = '' }) => Name.slice(0, layout.prefixLength) === slot)
    const found = links[at]
    if (found?.Name === slot) {
      const { Links } = await loadDagPb(store.blocks, found.Hash, { signal })
      const below = await setBelow(shards, Links, { changes: inSlot, level: level + 1, signal })
      links = replaced(links, at, await linkTo(shards, slot, below.links))
      isSmaller ||= below.isSmaller
    } else {
      const old = found && entryOf(found, layout)
      links = replaced(links, at, await linkOfSlot(shards, slot, { old, changes: inSlot, level }))
      isSmaller ||= inSlot.some(
        ({ change }) => old?.name === change.name && isSmallerNode(change.node, old, shards),
      )
    }
  }
  return { links, isSmaller }
}

/** The link of a slot without a shard, after its changes: to an entry, or to a shard of several. */
async function linkOfSlot(
  { nodes }: Shards,
  slot: string,
  { old, changes, level }: Omit<ShardChanges, 'signal'> & { readonly old: NamedNode | undefined },
): Promise<PBLink | undefined> {
  const entries: Hashed[] = []
  if (old && !changes.some(({ change }) => change.name === old.name)) {
    entries.push({ entry: old, hash: await nameHash(old.name) })
  }
  for (const { change, hash } of changes) {
    if (change.node) entries.push({ entry: { name: change.name, ...change.node }, hash })
  }
  const [only] = entries
  if (!only) return undefined
  if (entries.length === 1) return entryLink(slot + only.entry.name, only.entry)
  return entryLink(slot, await writeShard(nodes, entries, { depth: level + 1 }))
}

function isSmallerNode(node: WrittenNode | undefined, old: NamedNode, { nodes }: Shards): boolean {
  if (!node || node.cid.bytes.byteLength < old.cid.bytes.byteLength) return true
  return nodes.shape.sharding.estimate === 'block' && node.sizeBytes < old.sizeBytes
}

/** The link to a changed shard: to its entry when one is left, none when it is empty. */
async function linkTo(
  { nodes, fanout, layout }: Shards,
  slot: string,
  links: readonly PBLink[],
): Promise<PBLink | undefined> {
  const [only] = links
  if (links.length <= 1 && (!only || isEntry(only, layout))) {
    return only && { ...only, Name: slot + entryOf(only, layout).name }
  }
  return entryLink(slot, await writeShardNode(nodes, links, { fanout, layout }))
}

/** Links with the one at an index replaced or removed, or with a new one when the index is -1. */
function replaced(links: readonly PBLink[], at: number, link: PBLink | undefined): readonly PBLink[] {
  const added = link ? [link] : []
  return at < 0 ? [...links, ...added] : [...links.slice(0, at), ...added, ...links.slice(at + 1)]
}

function tooDeep(): never {
  throw new DomainError('too-large', 'sharded directory too deep')
}
