import type { CID } from '../codec/cid/cid.ts'
import { DomainError, type ErrorCode, isDomainError } from '../errors.ts'
import type { EditStore } from '../unixfs/edit/edit-store.ts'
import { openNode } from '../unixfs/read/open-node.ts'
import { changeEntry } from './change-entry.ts'
import { changeTree, type FilesOptions } from './edit-tree.ts'
import { cannotAccess, doesNotExist, prefixErrors } from './errors.ts'
import type { FilesCall, RemoveFilesOptions } from './files.ts'
import { parseFilesPath } from './path.ts'

/** Maximum number of paths in one call: they are removed together. */
const MAX_PATHS = 10_000

/** Errors of one path, after which the others are still removed. */
const PATH_ERRORS: readonly ErrorCode[] = [
  'invalid-argument',
  'not-found',
  'failed-precondition',
  'unsupported',
  'corrupt',
]

/** Implements {@link Files.remove}, with the texts of the reference implementation. */
export async function removeFiles(
  options: FilesOptions,
  paths: readonly string[],
  call: FilesCall & RemoveFilesOptions,
): Promise<readonly string[]> {
  if (paths.length > MAX_PATHS) {
    throw new DomainError('too-large', `Cannot remove ${paths.length} paths at once: over ${MAX_PATHS}`)
  }
  let failures: string[] = []
  await changeTree(options, { ...call, isRemoval: true }, async (root, store) => {
    failures = []
    let left = root
    for (const path of paths) {
      try {
        left = await without(store, left, { ...call, path })
      } catch (error) {
        if (!isDomainError(error) || !PATH_ERRORS.includes(error.code)) throw error
        failures.push(error.message)
      }
    }
    return left
  })
  return failures
}

async function without(
  store: EditStore,
  root: CID,
  { path, ...call }: FilesCall & RemoveFilesOptions & { readonly path: string },
): Promise<CID> {
  const { names, text } = await prefixErrors(`${path} is not a valid path`, async () => parseFilesPath(path))
  return prefixErrors(text, () => withoutEntry(store, root, { ...call, names }))
}

async function withoutEntry(
  store: EditStore,
  root: CID,
  {
    names,
    recursive = false,
    force = false,
    signal,
  }: FilesCall & RemoveFilesOptions & { readonly names: readonly string[] },
): Promise<CID> {
  if (names.length === 0) throw new DomainError('invalid-argument', 'cannot delete root')
  try {
    return await changeEntry(store, root, {
      names,
      signal,
      onFile: (above) =>
        above.length === names.length - 1 ? notDirectory() : cannotAccess(names.slice(0, above.length + 1)),
      edit: async ({ child }) => {
        if (!child) throw doesNotExist()
        const mayBeDirectory = recursive || force
        if (!mayBeDirectory && (await openNode(store.blocks, child, { signal })).kind === 'directory') {
          throw new DomainError('failed-precondition', 'path is a directory, use -r to remove directories')
        }
        return undefined
      },
    })
  } catch (error) {
    if (force && isDomainError(error, 'not-found') && error.message === doesNotExist().message) return root
    throw error
  }
}

/** The error for a file directly above the last name, in the reference's words. */
function notDirectory(): DomainError {
  return new DomainError(
    'failed-precondition',
    "expected *mfs.Directory, didn't get it. This is likely a race condition",
  )
}
