import { DomainError } from '../errors.ts'
import { changeTree, type FilesOptions } from './edit-tree.ts'
import { prefixErrors, prefixed } from './errors.ts'
import type { FilesCall, RemoveFilesOptions } from './files.ts'
import { parseFilesPath, pathText } from './path.ts'
import { orPathError, removeEntries } from './remove-entries.ts'

/** Maximum number of paths in one call: they are removed together. */
const MAX_PATHS = 10_000

/** Implements {@link Files.remove}, with the texts of the reference implementation. */
export async function removeFiles(
  options: FilesOptions,
  paths: readonly string[],
  call: FilesCall & RemoveFilesOptions,
): Promise<readonly string[]> {
  if (paths.length > MAX_PATHS) {
    throw new DomainError('too-large', `Cannot remove ${paths.length} paths at once: over ${MAX_PATHS}`)
  }
  const invalid = new Map<number, string>()
  const removals: Removal[] = []
  for (const [index, path] of paths.entries()) {
    const parsed = await orPathError(() => parseEntryPath(path))
    if (parsed instanceof DomainError) invalid.set(index, parsed.message)
    else addTo(removals, { ...parsed, index })
  }
  let failures = invalid
  await changeTree(options, { ...call, isRemoval: true }, async (root, store) => {
    failures = new Map(invalid)
    let left = root
    for (const { names, entries } of removals) {
      left = await removeEntries(store, left, {
        ...call,
        names,
        entries,
        onError: ({ index, text }, error) => failures.set(index, prefixed(text, error).message),
      })
    }
    return left
  })
  return paths.flatMap((_, index) => failures.get(index) ?? [])
}

interface EntryPath {
  /** Path components of the directory. */
  readonly names: readonly string[]
  /** The last component. */
  readonly name: string
  /** The path as errors show it. */
  readonly text: string
}

/** A path, and its index in the call. */
interface RemovedPath extends EntryPath {
  readonly index: number
}

/** Entries of one directory. */
interface Removal extends Pick<EntryPath, 'names'> {
  readonly entries: RemovedPath[]
}

async function parseEntryPath(path: string): Promise<EntryPath> {
  const { names, text } = await prefixErrors(`${path} is not a valid path`, async () => parseFilesPath(path))
  const name = names.at(-1)
  if (name === undefined) throw prefixed(text, new DomainError('invalid-argument', 'cannot delete root'))
  return { names: names.slice(0, -1), name, text }
}

/**
 * Adds a path to the last removal if that is of the same directory, so that the directory is written once. The paths
 * stay in their order.
 */
function addTo(removals: Removal[], path: RemovedPath): void {
  const last = removals.at(-1)
  if (last && pathText(last.names) === pathText(path.names)) last.entries.push(path)
  else removals.push({ names: path.names, entries: [path] })
}
