import type { CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { writeEntries } from '../unixfs/directory/write-directory.ts'
import type { CidForm, EditStore } from '../unixfs/edit/edit-store.ts'
import { setEntries, setEntry } from '../unixfs/edit/set-entry.ts'
import type { LinkChange } from '../unixfs/edit/set-in-shards.ts'
import type { WrittenNode } from '../unixfs/layout/node-writer.ts'
import { openNode } from '../unixfs/read/open-node.ts'
import { doesNotExist, isNotDirectory } from './errors.ts'
import { findChild } from './find-node.ts'

/** The place of an entry, and its current node. */
export interface FoundEntry {
  readonly parent: CID
  /** `undefined` when the entry does not exist. */
  readonly child: CID | undefined
}

export interface ChangeEntryOptions extends AbortOptions {
  /** Path components from the root down; at least one. */
  readonly names: readonly string[]
  /** Creates missing directories on the path, with this form of CID or else that of the directory above. */
  readonly parents?: { readonly form: CidForm | undefined } | undefined
  /**
   * Makes the error for a file on the path, from the names up to it. When absent, the error of the reference
   * implementation.
   */
  readonly onFile?: (names: readonly string[]) => Error
  /** Returns the new node of the entry; `undefined` removes the entry. */
  edit(found: FoundEntry): Promise<WrittenNode | undefined>
}

/** Changes one entry below `root` and rewrites the directories above it. Resolves to the new root. */
export async function changeEntry(store: EditStore, root: CID, options: ChangeEntryOptions): Promise<CID> {
  const { names, parents, onFile = isNotDirectory, edit, signal } = options

  const inDirectory = async (parent: CID, depth: number): Promise<WrittenNode> => {
    const directory = await openNode(store.blocks, parent, { signal })
    if (directory.kind !== 'directory') throw onFile(names.slice(0, depth))
    const [name = ''] = names.slice(depth)
    const child = await findChild(store.blocks, directory, { name, signal })
    const isLast = depth === names.length - 1
    const node = isLast
      ? await edit({ parent, child })
      : await inDirectory(child ?? (await makeDirectory(parent)), depth + 1)
    return setEntry(store, parent, { name, node, signal })
  }
  const makeDirectory = async (parent: CID): Promise<CID> => {
    if (!parents) throw doesNotExist()
    return (await writeEntries(store.writerLike(parents.form ?? parent), [], {})).cid
  }
  return (await inDirectory(root, 0)).cid
}

export interface ChangeEntriesOptions extends AbortOptions {
  /** Path components of the directory from the root down; none for the root itself. */
  readonly names: readonly string[]
  readonly changes: readonly LinkChange[]
}

/** Changes entries of one directory below `root` and rewrites the directories above it. Resolves to the new root. */
export async function changeEntries(
  store: EditStore,
  root: CID,
  { names, changes, signal }: ChangeEntriesOptions,
): Promise<CID> {
  if (names.length === 0) return (await setEntries(store, root, { changes, signal })).cid
  return changeEntry(store, root, {
    names,
    signal,
    edit: ({ child }) => {
      if (!child) throw doesNotExist()
      return setEntries(store, child, { changes, signal })
    },
  })
}
