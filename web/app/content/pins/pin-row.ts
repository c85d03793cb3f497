import { bytesText } from '../../amounts.ts'
import { announce } from '../../announce.ts'
import { call } from '../../call.ts'
import { element } from '../../element.ts'
import { frameTexts } from '../../language/frame-texts.ts'
import { contentTexts } from '../content-texts.ts'
import { icon, iconOf } from '../files/icon.ts'
import { copied, copyTo, type ItemActions } from '../files/item-menu.ts'
import { hrefOf } from '../files/place.ts'
import { gatewayLinks } from '../gateway-links.ts'
import { keepAwakeForDownload } from '../keep-awake.ts'
import { type MenuItem, openMenu } from '../menu.ts'
import { shareContent } from '../share/share-content.ts'
import type { Kept } from './kept-names.ts'

export interface PinRow {
  readonly element: HTMLLIElement
  /** Shows details that were found out later. */
  describe(kept: Kept): void
}

/** Creates one row of the list of pins, with its menu. */
export function pinRow(kept: Kept, actions: Pick<ItemActions, 'change' | 'copies'>): PinRow {
  const label = kept.name ?? kept.cid
  const picture = element('span', { className: 'file-picture' }, [iconOf({ name: '', isFolder: false })])
  const link = element('a', { className: 'file-name', href: hrefOf(`/ipfs/${kept.cid}`) })
  const cid = element('code', { className: 'pin-cid muted', textContent: kept.cid })
  const note = element('span', { className: 'pin-note muted', hidden: true })
  const type = element('span', { className: 'file-type muted', textContent: TYPES[kept.type ?? 'recursive'] })
  const size = element('span', { className: 'file-size muted' })
  const button = element('button', { type: 'button', className: 'file-menu' }, [icon('more')])
  button.setAttribute('aria-label', contentTexts.actionsFor(label))
  button.setAttribute('aria-haspopup', 'menu')
  const what = element('span', { className: 'file-what' }, [link, cid, note])
  const row = element('li', { className: 'file pin' }, [picture, what, type, size, button])

  const say = (message: string) => {
    note.textContent = message
    note.hidden = message === ''
    announce(message)
  }
  const describe = (known: Kept) => {
    const { name = '', isFolder = false, sizeBytes } = known
    link.textContent = name === '' ? namelessText(known) : `${name}${isFolder ? '/' : ''}`
    size.textContent = sizeBytes === undefined ? '' : bytesText(sizeBytes)
    picture.replaceChildren(iconOf({ name, isFolder }))
    button.onclick = () =>
      openMenu(button, contentTexts.actionsFor(label), menuOf(known, { row, say, ...actions }))
  }
  describe(kept)
  return { element: row, describe }
}

/** What is known of a root without a name, so that such rows differ. */
function namelessText({ isFolder, entryNames = [] }: Kept): string {
  if (isFolder === undefined) return contentTexts.noName
  if (!isFolder) return contentTexts.noNameFile
  return entryNames.length === 0 ? contentTexts.noNameFolder : contentTexts.folderWith(entryNames.join(', '))
}

const TYPES = { recursive: contentTexts.recursive, direct: contentTexts.direct } as const

interface Acting extends Pick<ItemActions, 'change' | 'copies'> {
  readonly row: HTMLElement
  readonly say: (message: string) => void
}

function menuOf(kept: Kept, { row, say, change, copies }: Acting): readonly MenuItem[] {
  const { cid, name = cid, isFolder = false } = kept
  const links = gatewayLinks(kept)
  const saved = { isDownload: true, onFollow: keepAwakeForDownload }
  const isPinned = row.dataset['unpinned'] === undefined
  return [
    { label: contentTexts.openInTab, href: links.open, isDownload: false },
    { label: isFolder ? contentTexts.saveTar : frameTexts.save, href: links.download, ...saved },
    { label: contentTexts.saveCar, href: links.car, ...saved },
    { label: contentTexts.share, run: () => shareContent({ cid, name, isFolder }, copies(kept)) },
    { label: contentTexts.copyCid, run: async () => say(await copied(cid)) },
    ...copies(kept),
    { label: contentTexts.putIntoFiles, run: () => copyTo([{ name, cid }], { change }, '/') },
    {
      label: isPinned ? contentTexts.unpin : contentTexts.pinAgain,
      run: async () => say(await togglePin(kept, row)),
    },
  ]
}

/** Unpins, or pins again. The row stays until the list is reloaded, so that a mistake can be undone. */
async function togglePin({ cid, name, type }: Kept, row: HTMLElement): Promise<string> {
  const args = { 'ipfs-path': cid }
  if (row.dataset['unpinned'] === undefined) {
    await call('pin/rm', { args })
    row.dataset['unpinned'] = ''
    return contentTexts.unpinnedNow
  }
  await call('pin/add', { args, options: { name, recursive: type !== 'direct' } })
  delete row.dataset['unpinned']
  return contentTexts.pinnedAgain
}
