import { keepingAlive } from '../../../host/keep-alive.ts'
import { countText } from '../../amounts.ts'
import { announce } from '../../announce.ts'
import { call } from '../../call.ts'
import { find } from '../../find.ts'
import { onPress } from '../../on-press.ts'
import { showProblem } from '../../problem.ts'
import { afterDialog } from '../dialog.ts'
import { openMenu } from '../menu.ts'
import type { PinnedCids } from '../pins/pinned-cids.ts'
import { askName } from './ask-name.ts'
import { type Change, makeFolder } from './changes.ts'
import { drawCrumbs } from './crumbs.ts'
import type { Item } from './entry.ts'
import './files.css'
import { findBox } from './find-box.ts'
import { findInTree, matchesName } from './find-in-tree.ts'
import { type ItemActions, itemMenu, remove, rename } from './item-menu.ts'
import { listView } from './list-view.ts'
import { looksView } from './looks.ts'
import { inOrder } from './order.ts'
import { folderOf, nameOf, type Place, pathOf } from './place.ts'
import { isFixed, readFolder } from './read-folder.ts'
import { selectionBar } from './selection-bar.ts'
import { undoBar } from './undo-bar.ts'

/** Entries of one folder that the page holds. A longer folder is shown in part. */
const MAX_ENTRIES = 100_000

/** Interval of drawing while a long folder is read. */
const DRAW_EVERY_MS = 1_000

export interface FilesView {
  open(place: Place): Promise<void>
  /** Reads the folder again if it has changed. */
  refresh(): Promise<void>
  /** The folder for what is added: the one that is shown, or the root while fixed content is shown. */
  readonly folder: string
  readonly change: ItemActions['change']
}

export interface FilesOptions {
  readonly pins: PinnedCids
  readonly copies: ItemActions['copies']
  /** Called after each change that was made here. */
  readonly onChanged: () => Promise<void>
}

/** The files of the node as a file manager, and any content by its CID. */
export function filesView(section: HTMLElement, { pins, copies, onChanged }: FilesOptions): FilesView {
  const text = (id: string, content: string) => {
    const element = find(section, id, HTMLElement)
    element.textContent = content
    element.hidden = content === ''
  }
  let path = '/'
  let shownCid: string | undefined
  let entries: readonly Item[] = []
  let matches: readonly Item[] | undefined
  let [isWhole, isReading] = [true, false]
  let reading = new AbortController()

  const draw = () => {
    const wanted = findText.text.trim().toLowerCase()
    const items = matches ?? (wanted === '' ? entries : entries.filter((item) => matchesName(item, wanted)))
    list.draw({ items: inOrder(items, looks.looks.order), areSpread: matches !== undefined })
    const isEmpty = items.length === 0 && !isReading
    find(section, '#files-empty', HTMLElement).hidden = !isEmpty || wanted !== '' || isFixed(path)
    text('#files-no-match', isEmpty && wanted !== '' ? noMatch(matches !== undefined) : '')
    text('#files-count', entries.length === 0 ? '' : String(entries.length))
    text('#files-part', isWhole ? '' : partText(matches !== undefined))
  }

  /** Starts a reading, which ends the one before. Resolves to false if another one has replaced it. */
  const startReading = async (task: (signal: AbortSignal) => Promise<void>): Promise<boolean> => {
    reading.abort()
    reading = new AbortController()
    const { signal } = reading
    isReading = true
    try {
      await keepingAlive(() => task(signal))
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      if (!signal.aborted) isReading = false
    }
    return !signal.aborted
  }

  const readAll = async (folder: string, { isTurn, signal }: { isTurn: boolean; signal: AbortSignal }) => {
    const read: Item[] = []
    let drawnAt = performance.now()
    isWhole = true
    for await (const items of readFolder(folder, { signal })) {
      read.push(...items)
      if (read.length > MAX_ENTRIES) {
        read.length = MAX_ENTRIES
        isWhole = false
        break
      }
      if (!isTurn || performance.now() - drawnAt < DRAW_EVERY_MS) continue
      entries = read
      text('#files-status', `Reading: ${countText(read.length, 'item')} so far`)
      draw()
      drawnAt = performance.now()
    }
    signal.throwIfAborted()
    entries = read
  }

  const show = async (wanted: string, { isTurn }: { readonly isTurn: boolean }) => {
    if (isTurn) {
      matches = undefined
      entries = []
      shownCid = undefined
      findText.clear()
    }
    const isDone = await startReading(async (signal) => {
      const { Hash, Type, Size } = await call('files/stat', { args: { path: wanted } }, { signal })
      signal.throwIfAborted()
      const isFolder = Type === 'directory'
      path = isFolder || isFixed(wanted) ? wanted : folderOf(wanted)
      if (Hash === shownCid) return
      if (isFolder) await readAll(path, { isTurn, signal })
      else if (isFixed(path)) entries = [{ name: nameOf(path), path, cid: Hash, isFolder, sizeBytes: Size }]
      else await readAll(path, { isTurn, signal })
      shownCid = Hash
    }).finally(() => text('#files-status', ''))
    if (isDone) draw()
  }
  const refresh = async () => {
    if (matches === undefined) await show(path, { isTurn: false })
    else await search(findText.text)
  }

  const search = async (wanted: string) => {
    if (wanted.trim() === '') return
    text('#files-status', 'Searching')
    const isDone = await startReading(async (signal) => {
      const read = (folder: string) => readFolder(folder, { signal })
      const found = await findInTree(path, wanted, { read })
      signal.throwIfAborted()
      matches = found.matches
      isWhole = found.isWhole
      shownCid = undefined
    })
    text('#files-status', '')
    if (!isDone) return
    draw()
    announce(`${countText(matches?.length ?? 0, 'item')} found`)
  }

  const done = undoBar(section, async () => {
    await refresh()
    await onChanged()
  })
  const actions: ItemActions = {
    copies,
    pins,
    say: done.say,
    async change(make: () => Promise<Change>) {
      try {
        const change = await make()
        done.show(change)
        await refresh()
        afterDialog(() => list.focus(change.made))
      } catch (error) {
        await refresh()
        throw error
      }
      await onChanged()
    },
  }
  const drawSelected = selectionBar(section, () => list, actions)
  const list = listView(section, {
    onMenu: (item, button) => openMenu(button, `Actions for ${item.name}`, itemMenu(item, actions)),
    onSelect: drawSelected,
    onKey(key, items) {
      const [first] = items
      if (!first || items.some((item) => isFixed(item.path))) return
      const task = key === 'Delete' ? remove(items, actions) : rename(first, actions)
      task.catch(showProblem)
    },
  })
  const findText = findBox(section, {
    onSearch: search,
    onText() {
      const wasSearch = matches !== undefined
      matches = undefined
      if (wasSearch) refresh().catch(showProblem)
      draw()
    },
  })
  const looks = looksView(section, ({ layout }) => {
    list.setLayout(layout)
    draw()
  })
  onPress(find(section, '#new-folder', HTMLButtonElement), () =>
    askName({
      title: 'New folder',
      action: 'Make the folder',
      use: (name) => actions.change(() => makeFolder(folder(), name)),
    }),
  )
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && !section.hidden) refresh().catch(showProblem)
  })
  const folder = () => (isFixed(path) ? '/' : path)

  return {
    get folder() {
      return folder()
    },
    refresh,
    change: actions.change,
    async open(place) {
      const wanted = pathOf(place)
      const isTurn = wanted !== path || shownCid === undefined
      path = wanted
      const crumbs = find(section, '#crumbs', HTMLElement)
      crumbs.hidden = place.names.length === 0
      drawCrumbs(crumbs, place)
      if (isTurn) list.unselect()
      await show(wanted, { isTurn })
    },
  }
}

function noMatch(isSearch: boolean): string {
  return isSearch
    ? 'No name contains this, here or in the folders below.'
    : 'No name in this folder contains this. Press Enter to search the folders below too.'
}

function partText(isSearch: boolean): string {
  return isSearch
    ? 'There may be more: the search ended at its limit. Search in a folder further down.'
    : `This folder has more than ${MAX_ENTRIES.toLocaleString()} entries. Only the first ones are shown.`
}
