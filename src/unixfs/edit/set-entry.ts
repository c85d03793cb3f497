import { type CID, DAG_PB_CODEC } from '../../codec/cid/cid.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Entry } from '../directory/entry-link.ts'
import { writeEntries } from '../directory/write-directory.ts'
import type { WrittenNode } from '../layout/node-writer.ts'
import { type DirectoryNode, openNode } from '../read/open-node.ts'
import type { EditStore } from './edit-store.ts'
import { type EntryEdit, setInShards } from './set-in-shards.ts'

/**
 * Writes a directory again with one entry set or taken away; mode and time stay. It is sharded when it grows over
 * what one node may have, and becomes one node again when it shrinks below. Of a sharded directory only the shards
 * on the way to the name are read and written, and when it shrinks some more to know its size.
 *
 * Throws `failed-precondition` for what is no directory, else as reading does.
 */
export async function setEntry(store: EditStore, directory: CID, change: EntryEdit): Promise<WrittenNode> {
  const opened = await openToEdit(store, directory, change)
  if (opened.unixfs.type === 'hamt-shard') return setInShards(store, opened, change)
  const { name, node } = change
  const entries = new Map(opened.node.Links.map((link): [string, Entry] => [link.Name ?? '', entryOf(link)]))
  if (node) entries.set(name, { name, cid: node.cid, sizeBytes: node.sizeBytes })
  else entries.delete(name)
  const { mode, mtime } = opened
  return writeEntries(store.writerLike(directory), [...entries.values()], { mode, mtime })
}

/** Throws `failed-precondition` for what is no directory. */
async function openToEdit(
  { blocks }: Pick<EditStore, 'blocks'>,
  cid: CID,
  options: AbortOptions,
): Promise<DirectoryNode> {
  const opened = cid.code === DAG_PB_CODEC ? await openNode(blocks, cid, options) : undefined
  if (opened?.kind === 'directory') return opened
  throw new DomainError('failed-precondition', `Cannot change entries of ${cid}: not a directory`)
}

function entryOf({ Hash, Name = '', Tsize = 0 }: DirectoryNode['node']['Links'][number]): Entry {
  return { name: Name, cid: Hash, sizeBytes: Tsize }
}
