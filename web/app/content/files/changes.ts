import type { Call } from '../../../../src/rpc/client.ts'
import { countText } from '../../amounts.ts'
import { call } from '../../call.ts'
import { contentTexts } from '../content-texts.ts'
import {
  copyStep,
  type Moved,
  moveBack,
  moveStep,
  newest,
  noSignal,
  noteSteps,
  type Placed,
  removeMade,
  removePaths,
  restoreItem,
  undoSteps,
} from './change-steps.ts'
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
  /** The error that ended the change when a part of it was made. Absent for a whole change. */
  readonly failure?: unknown
  /** Throws an `Error` for the visitor where it would lose what was changed since. Another call undoes what is left. */
  readonly undo: () => Promise<void>
}

interface Where {
  /** Default: the node that the page shows. */
  readonly on?: Call
}

/** Paths in one call, which has them in its URL. */
const PATHS_IN_CALL = 50

export async function makeFolder(
  folder: string,
  name: string,
  { on = call }: Where = {},
): Promise<FilesChange> {
  const path = childPath(folder, name)
  await on('files/mkdir', { args: { path } })
  const empty = await statusOf(path, { ...noSignal, on })
  return { message: contentTexts.madeFolder(name), made: [path], undo: () => removeMade(empty, on) }
}

/** Throws an `Error` for the visitor if the name is taken or is no name. */
export async function renameItem(
  { path, name }: Item,
  newName: string,
  { on = call }: Where = {},
): Promise<FilesChange> {
  const fault = faultOfName(newName)
  if (fault) throw new Error(fault)
  const moved = { name, from: path, to: childPath(folderOf(path), newName) }
  // A move to the name of a folder would go into it, and to that of a file would replace it.
  if ((await heldCid(moved.to, { ...noSignal, on })) !== undefined) {
    throw new Error(contentTexts.nameTaken(newName))
  }
  await moveStep(moved, on)
  return {
    message: contentTexts.renamed(name, newName),
    made: [moved.to],
    undo: () => moveBack(moved, on),
  }
}

/** Moves items into a folder, each under its own name or the next free one. What is in a moved folder stays in it. */
export async function moveItems(
  items: readonly Item[],
  folder: string,
  { on = call }: Where = {},
): Promise<FilesChange> {
  const moving = outermost(items.filter((item) => folderOf(item.path) !== folder))
  for (const { path } of moving) assertNotInside(path, folder)
  const names = await namesIn(folder, { ...noSignal, on })
  const { done, ...rest } = await noteSteps<Moved>(async (moved) => {
    for (const { name, path } of moving) {
      const step = { name, from: path, to: childPath(folder, takeName(name, names)) }
      await moveStep(step, on)
      moved.push(step)
    }
  })
  return {
    ...rest,
    message: contentTexts.moved(itemsText(done), folderText(folder)),
    made: done.map(({ to }) => to),
    undo: undoSteps(done, (moved) => moveBack(moved, on)),
  }
}

/** Copies items into a folder, each under its own name or the next free one. Copies share their blocks. */
export async function copyItems(
  items: readonly Pick<Item, 'name' | 'cid'>[],
  folder: string,
  { on = call }: Where = {},
): Promise<FilesChange> {
  const names = await namesIn(folder, { ...noSignal, on })
  const { done, ...rest } = await noteSteps<Placed>(async (made) => {
    for (const { name, cid } of items) {
      const path = childPath(folder, takeName(name, names))
      const copy = { name: nameOf(path), cid, path }
      await copyStep(copy, on)
      made.push(copy)
    }
  })
  return {
    ...rest,
    message: contentTexts.copiedTo(itemsText(items.slice(0, done.length)), folderText(folder)),
    made: done.map(({ path }) => path),
    undo: undoSteps(done, (copy) => removeMade(copy, on)),
  }
}

/** Removes items. Their blocks stay until space is freed, so that undoing puts back what the paths had at the removal. */
export async function removeItems(items: readonly Item[], { on = call }: Where = {}): Promise<FilesChange> {
  const removing = outermost(items)
  const { done, ...rest } = await noteSteps<Placed>(async (removed) => {
    for (let at = 0; at < removing.length; at += PATHS_IN_CALL) {
      const held = await Promise.all(removing.slice(at, at + PATHS_IN_CALL).map((item) => newest(item, on)))
      const paths = held.map(({ path }) => path)
      try {
        await removePaths(paths, on)
      } catch (error) {
        // The node has removed the other paths of the call.
        for (const item of held) {
          if ((await heldCid(item.path, { ...noSignal, on })) === undefined) removed.push(item)
        }
        throw error
      }
      removed.push(...held)
    }
  })
  return {
    ...rest,
    message: contentTexts.removedWhat(itemsText(done)),
    made: [],
    undo: undoSteps(done, (item) => restoreItem(item, on)),
  }
}

/** The items that are not inside of another one, as results of a search can be. */
function outermost(items: readonly Item[]): readonly Item[] {
  const paths = new Set(items.map(({ path }) => path))
  return items.filter(({ path }) => {
    let above = folderOf(path)
    while (above !== '/' && !paths.has(above)) above = folderOf(above)
    return above === '/'
  })
}

/** The name, or the next free one, which is then taken. */
function takeName(name: string, names: Set<string>): string {
  const free = freeName(name, (candidate) => names.has(candidate))
  names.add(free)
  return free
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
