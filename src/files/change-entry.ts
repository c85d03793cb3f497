import type { CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { writeEntries } from '../unixfs/directory/write-directory.ts'
import type { CidForm, EditStore } from '../unixfs/edit/edit-store.ts'
import { setEntry } from '../unixfs/edit/set-entry.ts'
import type { WrittenNode } from '../unixfs/layout/node-writer.ts'
import { openNode } from '../unixfs/read/open-node.ts'
import { doesNotExist, isNotDirectory } from './errors.ts'
import { findChild } from './find-node.ts'

/** Where an entry is, and what is there now. */
export interface FoundEntry {
  readonly parent: CID
  /** `undefined` where the name is free. */
  readonly child: CID | undefined
}

export interface ChangeEntryOptions extends AbortOptions {
  /** From the root down, one at least. */
  readonly names: readonly string[]
  /** Makes the directories on the way that are missing, in this form or in that of the directory above them. */
  readonly parents?: { readonly form: CidForm | undefined } | undefined
  /** The error of a file on the way, whose names it gets; that of the reference's lookups when absent. */
  readonly onFile?: (names: readonly string[]) => Error
  /** What the name is to lead to; `undefined` takes it away. */
  edit(found: FoundEntry): Promise<WrittenNode | undefined>
}

/** Changes one entry below `root` and writes the directories above it anew. Resolves to the new root. */
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
