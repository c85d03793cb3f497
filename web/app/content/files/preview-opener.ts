import { pagePart } from '../../page-part.ts'
import type { MenuItem } from '../menu.ts'
import type { OpenPreview } from '../preview/show-preview.ts'
import type { Item } from './entry.ts'
import { hrefOf } from './place.ts'

const preview = pagePart(() => import('../preview/show-preview.ts'))

export interface PreviewOpener {
  open(item: Item): Promise<void>
  /** Closes the preview because the view goes elsewhere. */
  close(): void
  /** Closes the preview and returns to the folder if the list no longer has the file. */
  leaveIfGone(): void
}

export interface PreviewSource {
  readonly items: () => readonly Item[]
  /** False while another view is shown. */
  readonly isShown: () => boolean
  readonly folder: () => string
  readonly menuOf: (item: Item) => readonly MenuItem[]
  /** Gives the focus back to the row of a file. */
  readonly focus: (path: string) => void
}

/** Opens files in the preview, whose code is loaded with the first of them. */
export function previewOpener({ items, isShown, folder, menuOf, focus }: PreviewSource): PreviewOpener {
  let opened: OpenPreview | undefined
  let turn = 0
  const leave = (last: Item) => {
    opened = undefined
    location.replace(hrefOf(folder()))
    focus(last.path)
  }
  const close = () => {
    turn += 1
    opened?.close()
    opened = undefined
  }
  return {
    close,
    async open(item) {
      close()
      const mine = turn
      const { showPreview } = await preview()
      if (mine !== turn || !isShown()) return
      const files = items().filter(({ isFolder }) => !isFolder)
      opened = showPreview(item, { items: files, menuOf, onClosed: leave })
    },
    leaveIfGone() {
      const item = opened?.item
      if (!item || items().some(({ path }) => path === item.path)) return
      close()
      leave(item)
    },
  }
}
