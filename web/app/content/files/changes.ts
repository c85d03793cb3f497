import { countText } from '../../amounts.ts'
import { call } from '../../call.ts'
import { contentTexts } from '../content-texts.ts'
import type { Item } from './entry.ts'
import { faultOfName, freeName } from './free-name.ts'
import { childPath, folderOf, nameOf } from './place.ts'
import { namesIn } from './read-folder.ts'

/** A change of the files that was made, and the way back. */
export interface FilesChange {
  /** For the visitor: `Removed 3 items`. */
  readonly message: string
  /** The paths that are new because of the change. */
  readonly made: readonly string[]
  readonly undo: () => Promise<void>
}

/** Paths in one call, which has them in its URL. */
const PATHS_IN_CALL = 50

const noSignal = { signal: new AbortController().signal }

export async function makeFolder(folder: string, name: string): Promise<FilesChange> {
  const path = childPath(folder, name)
  await call('files/mkdir', { args: { path } })
  return { message: contentTexts.madeFolder(name), made: [path], undo: () => removePaths([path]) }
}

/** Throws an `Error` for the visitor if the name is taken or is no name. */
export async function renameItem({ path, name }: Item, newName: string): Promise<FilesChange> {
  const folder = folderOf(path)
  const fault = faultOfName(newName)
  if (fault) throw new Error(fault)
  // A move to the name of a folder would go into it, and to that of a file would replace it.
  if ((await namesIn(folder, noSignal)).has(newName)) {
    throw new Error(contentTexts.nameTaken(newName))
  }
  const target = childPath(folder, newName)
  await move(path, target)
  return { message: contentTexts.renamed(name, newName), made: [target], undo: () => move(target, path) }
}

/** Moves items into a folder, each under its own name or the next free one. */
export async function moveItems(items: readonly Item[], folder: string): Promise<FilesChange> {
  const names = await namesIn(folder, noSignal)
  const moved: { readonly from: string; readonly to: string }[] = []
  for (const { name, path } of items.filter((item) => folderOf(item.path) !== folder)) {
    assertNotInside(path, folder)
    const free = freeName(name, (candidate) => names.has(candidate))
    names.add(free)
    const to = childPath(folder, free)
    await move(path, to)
    moved.push({ from: path, to })
  }
  return {
    message: contentTexts.moved(itemsText(items), folderText(folder)),
    made: moved.map(({ to }) => to),
    undo: async () => {
      for (const { from, to } of moved.toReversed()) await move(to, from)
    },
  }
}

/** Copies items into a folder, each under its own name or the next free one. Copies share their blocks. */
export async function copyItems(
  items: readonly Pick<Item, 'name' | 'cid'>[],
  folder: string,
): Promise<FilesChange> {
  const names = await namesIn(folder, noSignal)
  const made: string[] = []
  for (const { name, cid } of items) {
    const free = freeName(name, (candidate) => names.has(candidate))
    names.add(free)
    const path = childPath(folder, free)
    await copyCid(cid, path)
    made.push(path)
  }
  return {
    message: contentTexts.copiedTo(itemsText(items), folderText(folder)),
    made,
    undo: () => removePaths(made),
  }
}

/** Removes items. Their blocks stay until space is freed, so that undoing takes one call for each. */
export async function removeItems(items: readonly Item[]): Promise<FilesChange> {
  await removePaths(items.map(({ path }) => path))
  return {
    message: contentTexts.removedWhat(itemsText(items)),
    made: [],
    undo: async () => {
      for (const { cid, path } of items) await copyCid(cid, path)
    },
  }
}

function itemsText(items: readonly Pick<Item, 'name'>[]): string {
  const [first] = items
  return items.length === 1 && first ? contentTexts.quoted(first.name) : countText(items.length, 'item')
}

export function folderText(folder: string): string {
  return folder === '/' ? contentTexts.files : contentTexts.quoted(nameOf(folder))
}

function assertNotInside(path: string, folder: string): void {
  if (folder === path || folder.startsWith(`${path}/`)) {
    throw new Error(contentTexts.intoItself(nameOf(path)))
  }
}

async function move(source: string, dest: string): Promise<void> {
  await call('files/mv', { args: { source, dest } })
}

async function copyCid(cid: string, dest: string): Promise<void> {
  await call('files/cp', { args: { source: `/ipfs/${cid}`, dest }, options: { parents: true } })
}

async function removePaths(paths: readonly string[]): Promise<void> {
  for (let at = 0; at < paths.length; at += PATHS_IN_CALL) {
    const path = paths.slice(at, at + PATHS_IN_CALL)
    await call('files/rm', { args: { path }, options: { recursive: true } })
  }
}
