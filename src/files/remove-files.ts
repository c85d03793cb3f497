import type { CID } from '../codec/cid/cid.ts'
import { DomainError, isDomainError } from '../errors.ts'
import type { EditStore } from '../unixfs/edit/edit-store.ts'
import { openNode } from '../unixfs/read/open-node.ts'
import { changeEntry } from './change-entry.ts'
import { changeTree, type FilesOptions } from './edit-tree.ts'
import { doesNotExist } from './errors.ts'
import type { FilesCall, RemoveFilesOptions } from './files.ts'
import { type FilesPath, parseFilesPath } from './path.ts'

/** Maximum number of paths in one call: they are removed together. */
const MAX_PATHS = 10_000

/** Implements {@link Files.remove}. */
export async function removeFiles(
  options: FilesOptions,
  paths: readonly string[],
  call: FilesCall & RemoveFilesOptions,
): Promise<void> {
  if (paths.length > MAX_PATHS) {
    throw new DomainError('too-large', `Cannot remove ${paths.length} paths at once: over ${MAX_PATHS}`)
  }
  const places = paths.map(parseFilesPath)
  if (places.some(({ names }) => names.length === 0)) {
    throw new DomainError('invalid-argument', 'cannot delete root')
  }
  await changeTree(options, { ...call, isRemoval: true }, async (root, store) => {
    let left = root
    for (const place of places) left = await without(store, left, { ...call, place })
    return left
  })
}

async function without(
  store: EditStore,
  root: CID,
  {
    place,
    recursive = false,
    force = false,
    signal,
  }: FilesCall & RemoveFilesOptions & { readonly place: FilesPath },
): Promise<CID> {
  let isFound = false
  try {
    return await changeEntry(store, root, {
      names: place.names,
      signal,
      edit: async ({ child }) => {
        isFound = true
        if (!child) throw doesNotExist()
        const mayBeDirectory = recursive || force
        if (!mayBeDirectory && (await openNode(store.blocks, child, { signal })).kind === 'directory') {
          throw new DomainError(
            'failed-precondition',
            `${place.text} is a directory, use -r to remove directories`,
          )
        }
        return undefined
      },
    })
  } catch (error) {
    if (!isDomainError(error, 'not-found') || error.message !== doesNotExist().message) throw error
    if (force) return root
    throw isFound ? error : new DomainError('not-found', `parent lookup: ${error.message}`)
  }
}
