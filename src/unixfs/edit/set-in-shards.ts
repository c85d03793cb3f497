import { loadDagPb } from '../../blocks/load-block.ts'
import type { PBLink } from '../../codec/dag-pb/dag-pb.ts'
import { nameHash } from '../../codec/dag-pb/name-hash.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { entryLink } from '../directory/entry-link.ts'
import { type ShardLayout, shardLayout, slotPrefix } from '../directory/shard.ts'
import { writeEntries } from '../directory/write-directory.ts'
import { writeShard, writeShardNode } from '../directory/write-shards.ts'
import type { NodeWriter, WrittenNode } from '../layout/node-writer.ts'
import type { DirectoryNode } from '../read/open-node.ts'
import type { EditStore } from './edit-store.ts'
import { entriesOfOneNode, entryOf, isEntry } from './shard-entries.ts'

export interface EntryEdit extends AbortOptions {
  readonly name: string
  /** The new node of the entry; `undefined` removes the entry. */
  readonly node: WrittenNode | undefined
}

interface Shards {
  readonly store: EditStore
  readonly nodes: NodeWriter
  readonly layout: ShardLayout
  readonly fanout: number
}

/** Implements `setEntry` for sharded directories. */
export async function setInShards(
  store: EditStore,
  { cid, node: root, unixfs, mode, mtime }: DirectoryNode,
  change: EntryEdit,
): Promise<WrittenNode> {
  const { fanout = 0 } = unixfs
  const layout = shardLayout(unixfs)
  const own = store.writerLike(cid)
  const shape = { ...own.shape, sharding: { ...own.shape.sharding, fanout, layout } }
  const shards: Shards = { store, nodes: { ...own, shape }, layout, fanout }
  const { links, isSmaller } = await setBelow(shards, root.Links, {
    change,
    level: 0,
    hash: await nameHash(change.name),
  })
  const metadata = { mode, mtime }
  if (isSmaller) {
    const { sharding } = shards.nodes.shape
    const entries = await entriesOfOneNode(shards, links, { sharding, metadata, signal: change.signal })
    if (entries) return writeEntries(own, entries, metadata)
  }
  return writeShardNode(shards.nodes, links, { fanout, layout, metadata })
}

interface Changed {
  readonly links: readonly PBLink[]
  /** True when bytes or entries became fewer, so that the directory may fit into one node. */
  readonly isSmaller: boolean
}

interface Place {
  readonly change: EntryEdit
  readonly hash: Uint8Array
  readonly level: number
}

async function setBelow(shards: Shards, links: readonly PBLink[], place: Place): Promise<Changed> {
  const { layout, store } = shards
  const { change, hash, level } = place
  const { name, node } = change
  const slot = slotPrefix(hash, level, layout) ?? tooDeep()
  const at = links.findIndex(({ Name = '' }) => Name.slice(0, layout.prefixLength) === slot)
  const found = links[at]
  if (!found)
    return node ? { links: [...links, entryLink(slot + name, node)], isSmaller: false } : unchanged(links)
  if (found.Name === slot) {
    const { Links } = await loadDagPb(store.blocks, found.Hash, change)
    const below = await setBelow(shards, Links, { ...place, level: level + 1 })
    return { ...below, links: replaced(links, at, await linkTo(shards, slot, below.links)) }
  }
  if (found.Name === slot + name) {
    const isSmaller = !node || isSmallerLink(node, found, shards.nodes)
    return { links: replaced(links, at, node && entryLink(slot + name, node)), isSmaller }
  }
  if (!node) return unchanged(links)
  const other = entryOf(found, layout)
  const both = [
    { entry: other, hash: await nameHash(other.name) },
    { entry: { name, ...node }, hash },
  ]
  const shard = await writeShard(shards.nodes, both, { depth: level + 1 })
  return { links: replaced(links, at, entryLink(slot, shard)), isSmaller: false }
}

function isSmallerLink(node: WrittenNode, { Hash, Tsize = 0 }: PBLink, { shape }: NodeWriter): boolean {
  const isShorter = node.cid.bytes.byteLength < Hash.bytes.byteLength
  return isShorter || (shape.sharding.estimate === 'block' && node.sizeBytes < Tsize)
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

function replaced(links: readonly PBLink[], at: number, link: PBLink | undefined): readonly PBLink[] {
  return [...links.slice(0, at), ...(link ? [link] : []), ...links.slice(at + 1)]
}

function unchanged(links: readonly PBLink[]): Changed {
  return { links, isSmaller: false }
}

function tooDeep(): never {
  throw new DomainError('too-large', 'sharded directory too deep')
}
