import { bytesText } from '../../amounts.ts'
import { announce } from '../../announce.ts'
import { call } from '../../call.ts'
import { element } from '../../element.ts'
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
  button.setAttribute('aria-label', `Actions for ${label}`)
  button.setAttribute('aria-haspopup', 'menu')
  const what = element('span', { className: 'file-what' }, [link, cid, note])
  const row = element('li', { className: 'file pin' }, [picture, what, type, size, button])

  const say = (message: string) => {
    note.textContent = message
    note.hidden = message === ''
    announce(message)
  }
  const describe = (known: Kept) => {
    const { name = 'Without a name', isFolder = false, sizeBytes } = known
    link.textContent = isFolder ? `${name}/` : name
    size.textContent = sizeBytes === undefined ? '' : bytesText(sizeBytes)
    picture.replaceChildren(iconOf({ name, isFolder }))
    button.onclick = () => openMenu(button, `Actions for ${label}`, menuOf(known, { row, say, ...actions }))
  }
  describe(kept)
  return { element: row, describe }
}

const TYPES = { recursive: 'With everything in it', direct: 'This block only' } as const

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
    { label: 'Open in a new tab', href: links.open, isDownload: false },
    { label: isFolder ? 'Save as tar' : 'Save', href: links.download, ...saved },
    { label: 'Save as CAR', href: links.car, ...saved },
    { label: 'Share', run: () => shareContent({ cid, name, isFolder }, copies(kept)) },
    { label: 'Copy CID', run: async () => say(await copied(cid)) },
    ...copies(kept),
    { label: 'Put into files', run: () => copyTo([{ name, cid }], { change }, '/') },
    { label: isPinned ? 'Unpin' : 'Pin again', run: async () => say(await togglePin(kept, row)) },
  ]
}

/** Unpins, or pins again. The row stays until the list is reloaded, so that a mistake can be undone. */
async function togglePin({ cid, name, type }: Kept, row: HTMLElement): Promise<string> {
  const args = { 'ipfs-path': cid }
  if (row.dataset['unpinned'] === undefined) {
    await call('pin/rm', { args })
    row.dataset['unpinned'] = ''
    return 'Unpinned. Unless your files have it, it is removed when space is freed. Until then it can be pinned again.'
  }
  await call('pin/add', { args, options: { name, recursive: type !== 'direct' } })
  delete row.dataset['unpinned']
  return 'Pinned again.'
}
