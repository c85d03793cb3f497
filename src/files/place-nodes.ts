import type { CID } from '../codec/cid/cid.ts'
import { DomainError } from '../errors.ts'
import type { EditStore } from '../unixfs/edit/edit-store.ts'
import { openNode } from '../unixfs/read/open-node.ts'
import { changeEntry } from './change-entry.ts'
import { changeTree, type FilesOptions } from './edit-tree.ts'
import { alreadyHasEntry, prefixErrors } from './errors.ts'
import type { FilesCall, PlacedNode } from './files.ts'
import { findNode } from './find-node.ts'
import { type FilesPath, parseFilesPath, pathText } from './path.ts'

/** Maximum number of nodes in one call: the directory is rewritten for each. */
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
  await changeTree(options, call, async (root, store) => {
    await assertParent(store, root, { ...call, place, isDirectory })
    let placed = root
    for (const node of nodes) {
      const names = isDirectory ? [...place.names, node.name] : place.names
      placed = await put(store, placed, { ...call, names, node })
    }
    return placed
  })
}

/** Throws `not-found` for a missing destination directory, `failed-precondition` for a node that is no directory. */
async function assertParent(
  { blocks }: EditStore,
  root: CID,
  { place: { names, text }, isDirectory, signal }: FilesCall & { place: FilesPath; isDirectory: boolean },
): Promise<void> {
  const parent = isDirectory ? names : names.slice(0, -1)
  const shown = JSON.stringify(text)
  const absent = isDirectory
    ? `to-files: MFS destination directory ${shown} does not exist`
    : `to-files: MFS destination parent ${shown} ${JSON.stringify(pathText(parent))} does not exist`
  const cid = await prefixErrors(absent, () => findNode(blocks, root, { names: parent, signal }))
  if ((await openNode(blocks, cid, { signal })).kind === 'directory') return
  throw refused(`MFS destination ${JSON.stringify(isDirectory ? text : pathText(parent))} is not a directory`)
}

function put(
  store: EditStore,
  root: CID,
  { names, node, signal }: FilesCall & { readonly names: readonly string[]; readonly node: PlacedNode },
): Promise<CID> {
  const edit = async ({ child }: { readonly child: CID | undefined }) => {
    if (child) throw alreadyHasEntry()
    return node
  }
  return prefixErrors(`to-files: cannot put node in path ${JSON.stringify(pathText(names))}`, () =>
    changeEntry(store, root, { names, edit, signal }),
  )
}

function refused(message: string): DomainError {
  return new DomainError('failed-precondition', `to-files: ${message}`)
}
