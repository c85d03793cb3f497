import { call } from '../../call.ts'
import { frameTexts } from '../../language/frame-texts.ts'
import { copyText } from '../../share.ts'
import { contentTexts } from '../content-texts.ts'
import { gatewayLinks } from '../gateway-links.ts'
import { keepAwakeForDownload } from '../keep-awake.ts'
import type { MenuItem } from '../menu.ts'
import type { PinnedCids } from '../pins/pinned-cids.ts'
import { shareContent } from '../share/share-content.ts'
import type { Copies } from '../transfers/copy-out.ts'
import { askFolder } from './ask-folder.ts'
import { askName } from './ask-name.ts'
import { copyItems, type FilesChange, moveItems, removeItems, renameItem } from './changes.ts'
import type { Item } from './entry.ts'
import { folderOf } from './place.ts'
import { isFixed } from './read-folder.ts'
import { showDetails } from './show-details.ts'

/** As browsers name it. */
const REMOVE_KEY = 'Delete'

export interface ItemActions {
  readonly pins: PinnedCids
  /** Makes a change, shows it with its undo, and redraws the list. */
  readonly change: (make: () => Promise<FilesChange>) => Promise<void>
  /** The entries that copy an item to another node. */
  readonly copies: Copies
  readonly say: (message: string) => void
}

/** The menu of one item. Content under a CID can be copied, and not changed. */
export function itemMenu(item: Item, actions: ItemActions): readonly MenuItem[] {
  const links = gatewayLinks(item)
  const { cid } = item
  const saved = { isDownload: true, onFollow: keepAwakeForDownload }
  const read: readonly MenuItem[] = [
    { label: contentTexts.openInTab, href: links.open, isDownload: false },
    { label: item.isFolder ? contentTexts.saveTar : frameTexts.save, href: links.download, ...saved },
    { label: contentTexts.saveCar, href: links.car, ...saved },
    { label: contentTexts.share, run: () => shareContent(item, actions.copies(item)) },
    { label: contentTexts.copyCid, run: async () => actions.say(await copied(cid)) },
    ...actions.copies(item),
    { label: contentTexts.details, run: () => showDetails(item) },
    pinChoice(item, actions),
  ]
  if (isFixed(item.path))
    return [...read, { label: contentTexts.putIntoFiles, run: () => copyTo([item], actions, '/') }]
  return [
    ...read,
    { label: contentTexts.rename, key: 'F2', run: () => rename(item, actions) },
    { label: contentTexts.moveTo, run: () => moveTo([item], actions) },
    { label: contentTexts.copyTo, run: () => copyTo([item], actions, startOf([item])) },
    { label: frameTexts.remove, key: REMOVE_KEY, run: () => remove([item], actions) },
  ]
}

export async function copied(cid: string): Promise<string> {
  await copyText(cid)
  return contentTexts.cidCopied
}

export function rename(item: Item, { change }: ItemActions): Promise<void> {
  const use = (name: string) =>
    name === item.name ? Promise.resolve() : change(() => renameItem(item, name))
  return askName({
    title: contentTexts.renameItem(item.name),
    action: contentTexts.rename,
    value: item.name,
    use,
  })
}

export function remove(items: readonly Item[], { change }: ItemActions): Promise<void> {
  return change(() => removeItems(items))
}

export async function moveTo(items: readonly Item[], { change }: ItemActions): Promise<void> {
  const folder = await askFolder({
    title: contentTexts.moveTo,
    action: contentTexts.moveHere,
    start: startOf(items),
  })
  if (folder !== undefined) await change(() => moveItems(items, folder))
}

export async function copyTo(
  items: readonly Pick<Item, 'name' | 'cid'>[],
  { change }: Pick<ItemActions, 'change'>,
  start: string,
): Promise<void> {
  const folder = await askFolder({ title: contentTexts.copyTo, action: contentTexts.copyHere, start })
  if (folder !== undefined) await change(() => copyItems(items, folder))
}

export function startOf([first]: readonly Item[]): string {
  return first ? folderOf(first.path) : '/'
}

function pinChoice({ cid, name }: Item, { pins, say }: ItemActions): MenuItem {
  const args = { 'ipfs-path': cid }
  if (pins.has(cid)) {
    const unpin = async () => {
      await call('pin/rm', { args })
      await pins.refresh()
      say(contentTexts.unpinned)
    }
    return { label: contentTexts.unpin, run: unpin }
  }
  const pin = async () => {
    await call('pin/add', { args, options: { name } })
    await pins.refresh()
    say(contentTexts.pinnedItem(name))
  }
  return { label: contentTexts.pin, run: pin }
}
