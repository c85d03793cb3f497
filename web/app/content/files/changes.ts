import type { Call } from '../../../../src/rpc/client.ts'
import { countText } from '../../amounts.ts'
import { call } from '../../call.ts'
import { contentTexts } from '../content-texts.ts'
import type { Item } from './entry.ts'
import { faultOfName, freeName } from './free-name.ts'
import { childPath, folderOf, nameOf } from './place.ts'
import { namesIn } from './read-folder.ts'
import { heldCid, statusOf } from './status-of.ts'

/** A change of the files that was made, and the way back. */
export interface FilesChange {
  /** For the visitor: `Removed 3 items`. */
  readonly message: string
  /** The paths that are new because of the change. */
  readonly made: readonly string[]
  /** Throws an `Error` for the visitor where it would lose what was changed since. */
  readonly undo: () => Promise<void>
}

interface Where {
  /** Default: the node that the page shows. */
  readonly on?: Call
}

interface Moved {
  readonly from: string
  readonly to: string
}

interface Made {
  readonly path: string
  readonly cid: string
}

/** Paths in one call, which has them in its URL. */
const PATHS_IN_CALL = 50

const noSignal = { signal: new AbortController().signal }

export async function makeFolder(
  folder: string,
  name: string,
  { on = call }: Where = {},
): Promise<FilesChange> {
  const path = childPath(folder, name)
  await on('files/mkdir', { args: { path } })
  const empty = await statusOf(path, { ...noSignal, on })
  return { message: contentTexts.madeFolder(name), made: [path], undo: () => removeMade([empty], on) }
}

/** Throws an `Error` for the visitor if the name is taken or is no name. */
export async function renameItem(
  { path, name }: Item,
  newName: string,
  { on = call }: Where = {},
): Promise<FilesChange> {
  const folder = folderOf(path)
  const fault = faultOfName(newName)
  if (fault) throw new Error(fault)
  // A move to the name of a folder would go into it, and to that of a file would replace it.
  const target = childPath(folder, newName)
  if ((await heldCid(target, { ...noSignal, on })) !== undefined) {
    throw new Error(contentTexts.nameTaken(newName))
  }
  const moved = { from: path, to: target }
  await move(moved, on)
  return {
    message: contentTexts.renamed(name, newName),
    made: [target],
    undo: () => moveBack(moved, on),
  }
}

/** Moves items into a folder, each under its own name or the next free one. */
export async function moveItems(
  items: readonly Item[],
  folder: string,
  { on = call }: Where = {},
): Promise<FilesChange> {
  const names = await namesIn(folder, { ...noSignal, on })
  const moved: Moved[] = []
  for (const { name, path } of items.filter((item) => folderOf(item.path) !== folder)) {
    assertNotInside(path, folder)
    const free = freeName(name, (candidate) => names.has(candidate))
    names.add(free)
    const to = childPath(folder, free)
    await move({ from: path, to }, on)
    moved.push({ from: path, to })
  }
  return {
    message: contentTexts.moved(itemsText(items), folderText(folder)),
    made: moved.map(({ to }) => to),
    undo: async () => {
      for (const each of moved.toReversed()) await moveBack(each, on)
    },
  }
}

/** Copies items into a folder, each under its own name or the next free one. Copies share their blocks. */
export async function copyItems(
  items: readonly Pick<Item, 'name' | 'cid'>[],
  folder: string,
  { on = call }: Where = {},
): Promise<FilesChange> {
  const names = await namesIn(folder, { ...noSignal, on })
  const made: Made[] = []
  for (const { name, cid } of items) {
    const free = freeName(name, (candidate) => names.has(candidate))
    names.add(free)
    const path = childPath(folder, free)
    await copyCid({ cid, path }, on)
    made.push({ cid, path })
  }
  return {
    message: contentTexts.copiedTo(itemsText(items), folderText(folder)),
    made: made.map(({ path }) => path),
    undo: () => removeMade(made, on),
  }
}

/** Removes items. Their blocks stay until space is freed, so that undoing puts back what the paths had at the removal. */
export async function removeItems(items: readonly Item[], { on = call }: Where = {}): Promise<FilesChange> {
  const removed: Made[] = []
  for (let at = 0; at < items.length; at += PATHS_IN_CALL) {
    const held = await Promise.all(items.slice(at, at + PATHS_IN_CALL).map((item) => newest(item, on)))
    await removePaths(
      held.map(({ path }) => path),
      on,
    )
    removed.push(...held)
  }
  return {
    message: contentTexts.removedWhat(itemsText(items)),
    made: [],
    undo: async () => {
      for (const item of removed) await restore(item, on)
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

async function move({ from, to }: Moved, on: Call): Promise<void> {
  await on('files/mv', { args: { source: from, dest: to } })
}

/** Moves an item back, unless its old path has another one by now, which the move would replace or go into. */
async function moveBack({ from, to }: Moved, on: Call): Promise<void> {
  if ((await heldCid(from, { ...noSignal, on })) !== undefined) {
    throw new Error(contentTexts.placeTaken(nameOf(from)))
  }
  await move({ from: to, to: from }, on)
}

async function copyCid({ cid, path }: Made, on: Call): Promise<void> {
  await on('files/cp', { args: { source: `/ipfs/${cid}`, dest: path }, options: { parents: true } })
}

/** Removes what a change has made, unless it was changed since. */
async function removeMade(made: readonly Made[], on: Call): Promise<void> {
  for (const { cid, path } of made) {
    const held = await heldCid(path, { ...noSignal, on })
    if (held === undefined) continue
    if (held !== cid) throw new Error(contentTexts.changedSince(nameOf(path)))
    await removePaths([path], on)
  }
}

/** The item as the node has it, since the list may be older. A file without its blocks can be removed too. */
function newest(item: Item, on: Call): Promise<Item> {
  return statusOf(item.path, { ...noSignal, on }).catch(() => item)
}

/** Puts a removed item back, unless its path has another one by now. */
async function restore(item: Made, on: Call): Promise<void> {
  const held = await heldCid(item.path, { ...noSignal, on })
  if (held === item.cid) return
  if (held !== undefined) throw new Error(contentTexts.placeTaken(nameOf(item.path)))
  await copyCid(item, on)
}

async function removePaths(path: readonly string[], on: Call): Promise<void> {
  await on('files/rm', { args: { path }, options: { recursive: true } })
}
