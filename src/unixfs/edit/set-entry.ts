import { type CID, DAG_PB_CODEC } from '../../codec/cid/cid.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { NamedNode } from '../directory/entry-link.ts'
import { writeEntries } from '../directory/write-directory.ts'
import type { WrittenNode } from '../layout/node-writer.ts'
import { type DirectoryNode, openNode } from '../read/open-node.ts'
import type { EditStore } from './edit-store.ts'
import { type LinkChange, type LinkChanges, setInShards } from './set-in-shards.ts'

/**
 * Writes a directory with entries set or removed; mode and time stay. The directory becomes sharded when it exceeds
 * the limits of one node, and a single node again when it fits. It is read and written once for all changes. Of a
 * sharded directory only the shards on the paths to the names are read and written, and when it shrinks, as many more
 * as are needed to know its size. Other entries with equal names stay, which writers do not make; those of a changed
 * name are replaced or removed together.
 *
 * Throws `failed-precondition` for a node that is no directory, else like reading.
 */
export async function setEntries(
  store: EditStore,
  directory: CID,
  { changes, signal }: LinkChanges,
): Promise<WrittenNode> {
  const opened = await openToEdit(store, directory, { signal })
  if (opened.unixfs.type === 'hamt-shard') return setInShards(store, opened, { changes, signal })
  const changed = new Set(changes.map(({ name }) => name))
  const entries = opened.node.Links.map(entryOf).filter(({ name }) => !changed.has(name))
  for (const { name, node } of changes) {
    if (node) entries.push({ name, cid: node.cid, sizeBytes: node.sizeBytes })
  }
  const { mode, mtime } = opened
  return writeEntries(store.writerLike(directory), entries, { mode, mtime })
}

/** {@link setEntries} with one change. */
export function setEntry(
  store: EditStore,
  directory: CID,
  { signal, ...change }: LinkChange & AbortOptions,
): Promise<WrittenNode> {
  return setEntries(store, directory, { changes: [change], signal })
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
