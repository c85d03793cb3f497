import type { CID } from '../codec/cid/cid.ts'
import { DomainError } from '../errors.ts'
import type { EditStore } from '../unixfs/edit/edit-store.ts'
import { type DirectoryNode, openNode } from '../unixfs/read/open-node.ts'
import { changeEntries } from './change-entry.ts'
import { changeTree, type FilesOptions } from './edit-tree.ts'
import { alreadyHasEntry, prefixErrors } from './errors.ts'
import type { FilesCall, PlacedNode } from './files.ts'
import { findChild, findNode } from './find-node.ts'
import { parseFilesPath, pathText } from './path.ts'

/** Maximum number of nodes in one call: they are placed together. */
const MAX_NODES = 10_000

/** Implements {@link Files.place}. Texts are those of the reference implementation for `add?to-files`. */
export async function placeNodes(
  options: FilesOptions,
  nodes: readonly PlacedNode[],
  { destination, ...call }: FilesCall & { readonly destination: string },
): Promise<void> {
  if (nodes.length > MAX_NODES) {
    throw new DomainError(
      'too-large',
      `to-files: cannot place ${nodes.length} entries at once: over ${MAX_NODES}`,
    )
  }
  const place = await prefixErrors('to-files', async () => parseFilesPath(destination))
  const isDirectory = place.isDirectory || place.names.length === 0
  if (nodes.some(({ name }) => name === '')) throw refused('cannot add unnamed files to MFS')
  if (!isDirectory && nodes.length > 1) {
    throw refused(`MFS destination is a file: only one entry can be copied to ${JSON.stringify(place.text)}`)
  }
  const names = isDirectory ? place.names : place.names.slice(0, -1)
  const named = isDirectory ? nodes : nodes.map((node) => ({ ...node, name: place.names.at(-1) ?? '' }))
  await changeTree(options, call, async (root, store) => {
    const directory = await openParent(store, root, { ...call, names, text: place.text, isDirectory })
    const [first] = named
    if (!first) return root
    await assertFree(store, directory, { ...call, names, nodes: named })
    const changes = named.map(({ name, ...node }) => ({ name, node }))
    return prefixErrors(cannotPut([...names, first.name]), () =>
      changeEntries(store, root, { names, changes, signal: call.signal }),
    )
  })
}

/**
 * Opens the destination directory. Throws `not-found` when it is missing, `failed-precondition` for a node that is no
 * directory.
 */
async function openParent(
  { blocks }: EditStore,
  root: CID,
  {
    names,
    text,
    isDirectory,
    signal,
  }: FilesCall & { readonly names: readonly string[]; readonly text: string; readonly isDirectory: boolean },
): Promise<DirectoryNode> {
  const shown = JSON.stringify(text)
  const absent = isDirectory
    ? `to-files: MFS destination directory ${shown} does not exist`
    : `to-files: MFS destination parent ${shown} ${JSON.stringify(pathText(names))} does not exist`
  const cid = await prefixErrors(absent, () => findNode(blocks, root, { names, signal }))
  const opened = await openNode(blocks, cid, { signal })
  if (opened.kind === 'directory') return opened
  throw refused(`MFS destination ${JSON.stringify(isDirectory ? text : pathText(names))} is not a directory`)
}

/** Throws `already-exists` for the first name that the directory has, or that an earlier node has. */
async function assertFree(
  { blocks }: EditStore,
  directory: DirectoryNode,
  {
    names,
    nodes,
    signal,
  }: FilesCall & { readonly names: readonly string[]; readonly nodes: readonly PlacedNode[] },
): Promise<void> {
  const isSharded = directory.unixfs.type === 'hamt-shard'
  const taken = new Set(isSharded ? [] : directory.node.Links.map(({ Name = '' }) => Name))
  for (const { name } of nodes) {
    await prefixErrors(cannotPut([...names, name]), async () => {
      if (taken.has(name)) throw alreadyHasEntry()
      if (isSharded && (await findChild(blocks, directory, { name, signal }))) throw alreadyHasEntry()
    })
    taken.add(name)
  }
}

function cannotPut(names: readonly string[]): string {
  return `to-files: cannot put node in path ${JSON.stringify(pathText(names))}`
}

function refused(message: string): DomainError {
  return new DomainError('failed-precondition', `to-files: ${message}`)
}
