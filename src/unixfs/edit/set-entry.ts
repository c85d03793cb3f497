import { type CID, DAG_PB_CODEC } from '../../codec/cid/cid.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { NamedNode } from '../directory/entry-link.ts'
import { writeEntries } from '../directory/write-directory.ts'
import type { WrittenNode } from '../layout/node-writer.ts'
import { type DirectoryNode, openNode } from '../read/open-node.ts'
import type { EditStore } from './edit-store.ts'
import { type EntryEdit, setInShards } from './set-in-shards.ts'

/**
 * Writes a directory with one entry set or removed; mode and time stay. The directory becomes sharded when it
 * exceeds the limits of one node, and a single node again when it fits. Of a sharded directory only the shards on
 * the path to the name are read and written, and when it shrinks, as many more as are needed to know its size. Other
 * entries with equal names stay, which writers do not make; those of this name are replaced or removed together.
 *
 * Throws `failed-precondition` for a node that is no directory, else like reading.
 */
export async function setEntry(store: EditStore, directory: CID, change: EntryEdit): Promise<WrittenNode> {
  const opened = await openToEdit(store, directory, change)
  if (opened.unixfs.type === 'hamt-shard') return setInShards(store, opened, change)
  const { name, node } = change
  const others = opened.node.Links.map(entryOf).filter((entry) => entry.name !== name)
  const entries = node ? [...others, { name, cid: node.cid, sizeBytes: node.sizeBytes }] : others
  const { mode, mtime } = opened
  return writeEntries(store.writerLike(directory), entries, { mode, mtime })
}

/**
 * Writes a directory with several entries set, whose names differ, as {@link setEntry} does one after the other. A
 * single node is read and written once for all of them.
 */
export async function setEntries(
  store: EditStore,
  directory: CID,
  { entries, signal }: AbortOptions & { readonly entries: readonly [NamedNode, ...NamedNode[]] },
): Promise<WrittenNode> {
  const opened = await openToEdit(store, directory, { signal })
  if (opened.unixfs.type === 'hamt-shard') {
    const [first, ...more] = entries
    let written = await setEntry(store, directory, { name: first.name, node: first, signal })
    for (const node of more) written = await setEntry(store, written.cid, { name: node.name, node, signal })
    return written
  }
  const names = new Set(entries.map(({ name }) => name))
  const others = opened.node.Links.map(entryOf).filter(({ name }) => !names.has(name))
  const { mode, mtime } = opened
  return writeEntries(store.writerLike(directory), [...others, ...entries], { mode, mtime })
}

/** Opens a directory. Throws `failed-precondition` for another kind of node. */
async function openToEdit(
  { blocks }: Pick<EditStore, 'blocks'>,
  cid: CID,
  options: AbortOptions,
): Promise<DirectoryNode> {
  const opened = cid.code === DAG_PB_CODEC ? await openNode(blocks, cid, options) : undefined
  if (opened?.kind === 'directory') return opened
  throw new DomainError('failed-precondition', `Cannot change entries of ${cid}: not a directory`)
}

function entryOf({ Hash, Name = '', Tsize = 0 }: DirectoryNode['node']['Links'][number]): NamedNode {
  return { name: Name, cid: Hash, sizeBytes: Tsize }
}
