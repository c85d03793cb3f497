import type { CID } from '../codec/cid/cid.ts'
import { DomainError } from '../errors.ts'
import { writeEntries } from '../unixfs/directory/write-directory.ts'
import { openNode } from '../unixfs/read/open-node.ts'
import { changeEntry } from './change-entry.ts'
import { changeTree, type FilesOptions, requestedForm } from './edit-tree.ts'
import { alreadyExists } from './errors.ts'
import type { FilesCall, MakeDirectoryOptions } from './files.ts'
import { parseFilesPath } from './path.ts'

/** Thrown to abort a change that is not needed. */
const UNCHANGED = Symbol('unchanged')

/** Implements {@link Files.makeDirectory}. */
export async function makeDirectory(
  options: FilesOptions,
  path: string,
  { parents = false, mode, mtime, ...call }: FilesCall & MakeDirectoryOptions,
): Promise<void> {
  const { names } = parseFilesPath(path)
  const form = requestedForm(call)
  if (names.length === 0) {
    if (parents) return
    throw new DomainError('already-exists', "cannot create directory '/': Already exists")
  }
  await changeTree(options, call, async (root, store) => {
    const isDirectory = async (cid: CID) => (await openNode(store.blocks, cid, call)).kind === 'directory'
    try {
      return await changeEntry(store, root, {
        names,
        signal: call.signal,
        parents: parents ? { form } : undefined,
        onFile: (file) => wasNotDirectory(file),
        edit: async ({ parent, child }) => {
          if (child && parents && (await isDirectory(child))) throw UNCHANGED
          if (child) throw alreadyExists()
          return writeEntries(store.writerLike(form ?? parent), [], { mode, mtime })
        },
      })
    } catch (error) {
      if (error === UNCHANGED) return root
      throw error
    }
  })
}

/** Spec gap: the reference implementation names the directory of the file, not the file. */
function wasNotDirectory(names: readonly string[]): DomainError {
  return new DomainError('failed-precondition', `${names.slice(0, -1).join('/')} was not a directory`)
}
