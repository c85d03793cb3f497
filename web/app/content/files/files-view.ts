import { countText } from '../../amounts.ts'
import { announce } from '../../announce.ts'
import { find } from '../../find.ts'
import { numberText } from '../../language/counted.ts'
import { onPress } from '../../on-press.ts'
import { showProblem } from '../../problem.ts'
import { contentTexts } from '../content-texts.ts'
import { afterDialog } from '../dialog.ts'
import { openMenu } from '../menu.ts'
import type { PinnedCids } from '../pins/pinned-cids.ts'
import { askName } from './ask-name.ts'
import { type FilesChange, makeFolder } from './changes.ts'
import { drawCrumbs } from './crumbs.ts'
import type { Item } from './entry.ts'
import './files.css'
import { findBox } from './find-box.ts'
import { type Found, findInTree, matchesName } from './find-in-tree.ts'
import { type ItemActions, itemMenu, remove, rename } from './item-menu.ts'
import { absentText, noMatchText, showAbsent } from './list-notes.ts'
import { listView } from './list-view.ts'
import { looksView } from './looks.ts'
import { inOrder } from './order.ts'
import { type FilesPlace, folderOf, parseFilesPlace, pathOf } from './place.ts'
import { previewOpener } from './preview-opener.ts'
import { isFixed, readFolder } from './read-folder.ts'
import { createReading } from './reading.ts'
import { selectionBar } from './selection-bar.ts'
import { foundStatus, statusOf } from './status-of.ts'
import { undoBar } from './undo-bar.ts'

/** Entries of one folder that the page holds. A longer folder is shown in part. */
const MAX_ENTRIES = 100_000

/** Interval of drawing while a long folder is read. */
const DRAW_EVERY_MS = 1_000

export interface FilesView {
  open(place: FilesPlace): Promise<void>
  /** Reads the folder again if it has changed. */
  refresh(): Promise<void>
  /** The folder to which files are added: the visible folder, or the root while fixed content is shown. */
  readonly folder: string
  readonly change: ItemActions['change']
}

export interface FilesViewOptions {
  readonly pins: PinnedCids
  readonly copies: ItemActions['copies']
  /** Called after each change that was made here. */
  readonly onChanged: () => Promise<void>
}

/** The files of the node as a file manager, and any content by its CID. */
export function filesView(section: HTMLElement, { pins, copies, onChanged }: FilesViewOptions): FilesView {
  const text = (id: string, content: string) => {
    const element = find(section, id, HTMLElement)
    element.textContent = content
    element.hidden = content === ''
  }
  let path = '/'
  let shownCid: string | undefined
  let entries: readonly Item[] = []
  let found: Found | undefined
  let [isWhole, isAbsent] = [true, false]
  const reading = createReading(() => text('#files-status', ''))

  const draw = () => {
    const wanted = findText.text.trim().toLowerCase()
    const shown = wanted === '' ? entries : entries.filter((item) => matchesName(item, wanted))
    const items = inOrder(found?.matches ?? shown, looks.looks.order)
    list.draw({ items, areSpread: found !== undefined })
    const isEmpty = items.length === 0 && !reading.isRunning && shownCid !== undefined
    showAbsent(section, isAbsent ? path : undefined)
    find(section, '#files-empty', HTMLElement).hidden = !isEmpty || wanted !== '' || isFixed(path)
    text('#files-no-match', isEmpty && wanted !== '' ? noMatchText(found !== undefined) : '')
    text('#files-count', entries.length === 0 ? '' : numberText(entries.length))
    text('#files-part', (found ?? { isWhole }).isWhole ? '' : partText(found !== undefined))
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
      text('#files-status', contentTexts.reading(countText(read.length, 'item')))
      draw()
      drawnAt = performance.now()
    }
    signal.throwIfAborted()
    entries = read
  }

  /** Shows a folder, or the folder of a file. Resolves to the item that is at the path. */
  const show = async (
    wanted: string,
    { isTurn }: { readonly isTurn: boolean },
  ): Promise<Item | undefined> => {
    if (isTurn) {
      ;[entries, found, shownCid, isAbsent] = [[], undefined, undefined, false]
      findText.clear()
      // Peers are asked for what is not here.
      if (isFixed(wanted)) text('#files-status', contentTexts.searching)
    }
    const read = async (signal: AbortSignal) => {
      const status = await foundStatus(wanted, { signal })
      signal.throwIfAborted()
      isAbsent = status === undefined
      if (!status) {
        ;[entries, shownCid] = [[], undefined]
        if (isTurn) announce(absentText(wanted))
        return undefined
      }
      const isListed = status.isFolder || isFixed(wanted)
      const folder = isListed ? status : await statusOf(folderOf(wanted), { signal })
      signal.throwIfAborted()
      path = folder.path
      if (folder.cid === shownCid) return status
      if (folder.isFolder) await readAll(path, { isTurn, signal })
      else entries = [folder]
      shownCid = folder.cid
      return status
    }
    try {
      return await reading.run(read)
    } finally {
      // What was shown before is not at this path, also when nothing could be read.
      if (!reading.isRunning) draw()
    }
  }
  const refresh = async () => {
    if (found === undefined) await show(path, { isTurn: false })
    else await search(findText.text)
  }

  const search = async (wanted: string) => {
    if (wanted.trim() === '') return
    text('#files-status', contentTexts.searching)
    const result = await reading.run(async (signal) => {
      const read = (folder: string) => readFolder(folder, { signal })
      const matching = await findInTree(path, wanted, { read })
      signal.throwIfAborted()
      return matching
    })
    if (!result) return
    found = result
    draw()
    announce(contentTexts.itemsFound(countText(result.matches.length, 'item')))
  }

  const done = undoBar(section, async () => {
    await refresh()
    await onChanged()
  })
  const actions: ItemActions = {
    copies,
    pins,
    say: done.say,
    async change(make: () => Promise<FilesChange>) {
      const change = await make().catch(async (error: unknown) => {
        await refresh()
        throw error
      })
      await refresh().finally(() => done.show(change))
      preview.leaveIfGone()
      afterDialog(() => list.focus(change.made))
      await onChanged()
      if ('failure' in change) throw change.failure
    },
  }
  const drawSelected = selectionBar(section, () => list, actions)
  const list = listView(section, {
    onMenu: (item, button) => openMenu(button, contentTexts.actionsFor(item.name), itemMenu(item, actions)),
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
      const wasSearch = found !== undefined
      found = undefined
      if (wasSearch) refresh().catch(showProblem)
      draw()
    },
  })
  const preview = previewOpener({
    items: () => list.items,
    isShown: () => !section.hidden,
    folder: () => path,
    menuOf: (item) => itemMenu(item, actions),
    focus: (at) => list.focus([at]),
  })
  const showCrumbs = () => drawCrumbs(find(section, '#crumbs', HTMLElement), parseFilesPlace(path.slice(1)))
  const looks = looksView(section, ({ layout }) => {
    list.setLayout(layout)
    draw()
  })
  list.setLayout(looks.looks.layout)
  onPress(find(section, '#new-folder', HTMLButtonElement), () =>
    askName({
      title: contentTexts.newFolder,
      action: contentTexts.makeFolder,
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
      preview.close()
      const listed = list.items.find((item) => item.path === wanted)
      if (listed && !listed.isFolder) return preview.open(listed)
      const isTurn = wanted !== path || shownCid === undefined
      path = wanted
      if (isTurn) list.unselect()
      showCrumbs()
      const item = await show(wanted, { isTurn })
      showCrumbs()
      if (item && !item.isFolder) await preview.open(item)
    },
  }
}

function partText(isSearch: boolean): string {
  return isSearch ? contentTexts.partFound : contentTexts.partShown(numberText(MAX_ENTRIES))
}
