import { bytesText } from '../../amounts.ts'
import { element } from '../../element.ts'
import { contentTexts } from '../content-texts.ts'
import { gatewayLinks } from '../gateway-links.ts'
import type { Item } from './entry.ts'
import { icon, iconOf } from './icon.ts'
import { mediaKind, typeText } from './media-kind.ts'
import { hrefOf } from './place.ts'

/** A larger picture has no thumbnail: the list would read it whole. */
const MAX_THUMBNAIL_BYTES = 4 * 1024 * 1024

export interface RowOptions {
  readonly isSelected: boolean
  readonly hasThumbnail: boolean
  /** Shown below the name, for rows that are not of one folder. */
  readonly where?: string
}

/** One row of the list, or one tile of the grid. `data-path` says which item it is. */
export function fileRow(item: Item, { isSelected, hasThumbnail, where }: RowOptions): HTMLLIElement {
  const { name, path, isFolder, sizeBytes } = item
  const box = element('input', { type: 'checkbox', className: 'file-select', checked: isSelected })
  box.setAttribute('aria-label', contentTexts.select(name))
  const menu = element('button', { type: 'button', className: 'file-menu' }, [icon('more')])
  menu.setAttribute('aria-label', contentTexts.actionsFor(name))
  menu.setAttribute('aria-haspopup', 'menu')
  const row = element('li', { className: 'file' }, [
    element('label', { className: 'file-check' }, [box]),
    element('span', { className: 'file-picture' }, [
      hasThumbnail && isThumbnailed(item) ? thumbnail(item) : iconOf(item),
    ]),
    element('span', { className: 'file-what' }, [
      element('a', { className: 'file-name', href: hrefOf(path), textContent: name }),
      ...(where === undefined ? [] : [element('span', { className: 'muted', textContent: where })]),
    ]),
    element('span', { className: 'file-type muted', textContent: typeText(item) }),
    element('span', { className: 'file-size muted', textContent: isFolder ? '' : bytesText(sizeBytes) }),
    menu,
  ])
  row.dataset['path'] = path
  row.dataset['selected'] = String(isSelected)
  return row
}

function isThumbnailed({ name, isFolder, sizeBytes }: Item): boolean {
  return !isFolder && sizeBytes <= MAX_THUMBNAIL_BYTES && mediaKind(name) === 'picture'
}

function thumbnail(item: Item): HTMLImageElement {
  const image = element('img', { alt: '', loading: 'lazy', decoding: 'async', className: 'thumbnail' })
  image.addEventListener('error', () => image.replaceWith(iconOf(item)), { once: true })
  image.src = gatewayLinks(item).open
  return image
}
