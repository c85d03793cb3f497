import type { MenuItem } from '../menu.ts'
import type { OpenPreview } from '../preview/show-preview.ts'
import type { Item } from './entry.ts'
import { hrefOf } from './place.ts'

export interface PreviewOpener {
  open(item: Item): Promise<void>
  /** Closes the preview because the view goes elsewhere. */
  close(): void
  /** Closes the preview and returns to the folder if the list no longer has the file. */
  leaveIfGone(): void
}

export interface PreviewSource {
  readonly items: () => readonly Item[]
  readonly folder: () => string
  readonly menuOf: (item: Item) => readonly MenuItem[]
  /** Gives the focus back to the row of a file. */
  readonly focus: (path: string) => void
}

/** Opens files in the preview, whose code is loaded with the first of them. */
export function previewOpener({ items, folder, menuOf, focus }: PreviewSource): PreviewOpener {
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
      const { showPreview } = await import('../preview/show-preview.ts')
      if (mine !== turn) return
      const files = items().filter(({ isFolder }) => !isFolder)
      opened = showPreview(item, { items: files, menuOf, onClosed: leave })
    },
    leaveIfGone() {
      if (!opened || items().some(({ path }) => path === opened?.item.path)) return
      const { item } = opened
      close()
      leave(item)
    },
  }
}
