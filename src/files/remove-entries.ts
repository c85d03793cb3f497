import type { CID } from '../codec/cid/cid.ts'
import { DomainError, type ErrorCode, isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { EditStore } from '../unixfs/edit/edit-store.ts'
import { type DirectoryNode, openNode } from '../unixfs/read/open-node.ts'
import { changeEntries } from './change-entry.ts'
import { doesNotExist } from './errors.ts'
import type { RemoveFilesOptions } from './files.ts'
import { findChild, findNode } from './find-node.ts'

/** Errors of one path, after which the others are still removed. */
const PATH_ERRORS: readonly ErrorCode[] = [
  'invalid-argument',
  'not-found',
  'failed-precondition',
  'unsupported',
  'corrupt',
]

/** The result of a task, or the error that it throws if that is one of a path. Throws all others. */
export async function orPathError<T>(task: () => Promise<T>): Promise<T | DomainError> {
  try {
    return await task()
  } catch (error) {
    if (!isDomainError(error) || !PATH_ERRORS.includes(error.code)) throw error
    return error
  }
}

export interface RemoveEntriesOptions<Entry> extends RemoveFilesOptions, AbortOptions {
  /** Path components of the directory. */
  readonly names: readonly string[]
  /** One name twice is absent the second time. */
  readonly entries: readonly Entry[]
  /** Gets each entry that stays. */
  onError(entry: Entry, error: DomainError): void
}

/**
 * Removes entries of one directory below `root`, which is rewritten once. Resolves to the new root. With `force`,
 * entries and directories that do not exist are no error.
 */
export async function removeEntries<Entry extends { readonly name: string }>(
  store: EditStore,
  root: CID,
  { names, entries, recursive, force = false, onError, signal }: RemoveEntriesOptions<Entry>,
): Promise<CID> {
  const mayBeDirectory = recursive || force
  const removed = new Map<string, Entry>()
  const fail = (entry: Entry, error: DomainError) => {
    const isAbsent = error.code === 'not-found' && error.message === doesNotExist().message
    if (!(force && isAbsent)) onError(entry, error)
  }
  const directory = await orPathError(() => openDirectory(store, root, { names, signal }))
  if (directory instanceof DomainError) {
    for (const entry of entries) fail(entry, directory)
    return root
  }
  const find = finderOf(store, directory, { signal })
  for (const entry of entries) {
    const checked = await orPathError(async () => {
      const child = removed.has(entry.name) ? undefined : await find(entry.name)
      if (!child) throw doesNotExist()
      if (!mayBeDirectory) await assertNotDirectory(store, child, { signal })
    })
    if (checked) fail(entry, checked)
    else removed.set(entry.name, entry)
  }
  if (removed.size === 0) return root
  const changes = [...removed.keys()].map((name) => ({ name, node: undefined }))
  const changed = await orPathError(() => changeEntries(store, root, { names, changes, signal }))
  if (!(changed instanceof DomainError)) return changed
  for (const entry of removed.values()) onError(entry, changed)
  return root
}

async function openDirectory(
  { blocks }: EditStore,
  root: CID,
  { names, signal }: AbortOptions & { readonly names: readonly string[] },
): Promise<DirectoryNode> {
  const opened = await openNode(blocks, await findNode(blocks, root, { names, signal }), { signal })
  if (opened.kind === 'directory') return opened
  // The reference implementation's words for a file directly above the last name.
  throw new DomainError(
    'failed-precondition',
    "expected *mfs.Directory, didn't get it. This is likely a race condition",
  )
}

/** Finds the nodes of entries of one directory. Of equal names in a single node, the first counts. */
function finderOf(
  { blocks }: EditStore,
  directory: DirectoryNode,
  { signal }: AbortOptions,
): (name: string) => Promise<CID | undefined> {
  if (directory.unixfs.type === 'hamt-shard') return (name) => findChild(blocks, directory, { name, signal })
  const children = new Map(directory.node.Links.toReversed().map(({ Name = '', Hash }) => [Name, Hash]))
  return async (name) => children.get(name)
}

async function assertNotDirectory(
  { blocks }: EditStore,
  child: CID,
  { signal }: AbortOptions,
): Promise<void> {
  if ((await openNode(blocks, child, { signal })).kind !== 'directory') return
  throw new DomainError('failed-precondition', 'path is a directory, use -r to remove directories')
}
