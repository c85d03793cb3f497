import { find } from '../../find.ts'
import type { Item } from './entry.ts'
import { fileRow } from './file-row.ts'
import { createSelection } from './selection.ts'

/** Rows that are drawn at first, and added by each "Show more". */
const ROWS = 1_000

export interface ListViewOptions {
  readonly onMenu: (item: Item, button: HTMLElement) => void
  readonly onSelect: (selected: readonly Item[]) => void
  /** Called for keys with a meaning for the focused item or the selection. */
  readonly onKey: (key: 'Delete' | 'F2', items: readonly Item[]) => void
}

export interface ListDrawing {
  readonly items: readonly Item[]
  /** True when the items are not of one folder, so that each row says where it is. */
  readonly areSpread: boolean
}

export interface ListView {
  /** Everything in the list, in its order. */
  readonly items: readonly Item[]
  readonly selected: readonly Item[]
  draw(drawing: ListDrawing): void
  setLayout(layout: 'list' | 'grid'): void
  unselect(): void
  /** Moves the focus to the first of the paths that is drawn, or to the row where the focus was last. */
  focus(paths: readonly string[]): void
}

/** The rows of a folder or of a search, their selection and their keys. */
export function listView(section: HTMLElement, { onMenu, onSelect, onKey }: ListViewOptions): ListView {
  const list = find(section, '#files', HTMLUListElement)
  const more = find(section, '#files-more', HTMLButtonElement)
  const selection = createSelection()
  let drawing: ListDrawing = { items: [], areSpread: false }
  let byPath = new Map<string, Item>()
  let [limit, lastRow] = [ROWS, 0]

  const selected = () => drawing.items.filter(({ path }) => selection.paths.has(path))
  const rowAt = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLLIElement>('.file') : null
  const itemAt = (target: EventTarget | null) => byPath.get(rowAt(target)?.dataset['path'] ?? '')

  const drawSelection = () => {
    for (const row of list.children) {
      if (!(row instanceof HTMLElement)) continue
      const isSelected = selection.paths.has(row.dataset['path'] ?? '')
      row.dataset['selected'] = String(isSelected)
      find(row, '.file-select', HTMLInputElement).checked = isSelected
    }
    onSelect(selected())
  }
  const select = (paths: Iterable<string>) => {
    selection.replace(paths)
    drawSelection()
  }
  const redraw = () => {
    const held = document.activeElement
    const heldPath = list.contains(held) ? rowAt(held)?.dataset['path'] : undefined
    const heldClass = held?.className ?? ''
    const hasThumbnail = list.dataset['layout'] === 'grid'
    const rows = drawing.items.slice(0, limit).map((item) =>
      fileRow(item, {
        isSelected: selection.paths.has(item.path),
        hasThumbnail,
        ...(drawing.areSpread && { where: item.path.slice(0, -item.name.length - 1) || '/' }),
      }),
    )
    list.replaceChildren(...rows)
    more.hidden = drawing.items.length <= limit
    if (heldPath === undefined) return
    const row = rows.find(({ dataset }) => dataset['path'] === heldPath)
    row?.querySelector<HTMLElement>(`[class="${heldClass}"]`)?.focus()
  }

  list.addEventListener('click', (event) => {
    const { target } = event
    const item = itemAt(target)
    if (!item || !(target instanceof Element)) return
    const button = target.closest<HTMLElement>('.file-menu')
    if (button) onMenu(item, button)
    if (!(target instanceof HTMLInputElement)) return
    const order = drawing.items.slice(0, limit).map(({ path }) => path)
    selection.toggle(item.path, { isRange: event.shiftKey, order })
    drawSelection()
  })
  list.addEventListener('contextmenu', (event) => {
    const row = rowAt(event.target)
    const item = itemAt(event.target)
    // The browser's own menu has what concerns a link.
    if (!row || !item || (event.target instanceof Element && event.target.closest('a'))) return
    event.preventDefault()
    onMenu(item, find(row, '.file-menu', HTMLButtonElement))
  })
  list.addEventListener('focusin', ({ target }) => {
    const row = rowAt(target)
    if (row) lastRow = [...list.children].indexOf(row)
  })
  list.addEventListener('keydown', (event) => {
    const item = itemAt(event.target)
    if (!item) return
    const { key } = event
    if (key === 'Delete' || key === 'F2') {
      // The focus moves on after a removal: a held key would remove row after row.
      if (!event.repeat) onKey(key, selection.paths.size > 0 ? selected() : [item])
    } else if (key === 'a' && (event.ctrlKey || event.metaKey)) select(drawing.items.map(({ path }) => path))
    else if (key === 'Escape' && selection.paths.size > 0) select([])
    else if (key === 'ArrowDown' || key === 'ArrowUp') {
      const rows = [...list.children]
      const next = rows[lastRow + (key === 'ArrowDown' ? 1 : -1)]
      const control = event.target instanceof Element ? event.target.className : ''
      next?.querySelector<HTMLElement>(`[class="${control}"]`)?.focus()
    } else return
    event.preventDefault()
  })
  more.addEventListener('click', () => {
    const first = limit
    limit += ROWS
    redraw()
    list.children[first]?.querySelector<HTMLElement>('.file-name')?.focus()
  })

  return {
    get items() {
      return drawing.items
    },
    get selected() {
      return selected()
    },
    draw(wanted) {
      drawing = wanted
      byPath = new Map(drawing.items.map((item) => [item.path, item]))
      selection.replace([...selection.paths].filter((path) => byPath.has(path)))
      redraw()
      onSelect(selected())
    },
    setLayout(layout) {
      list.dataset['layout'] = layout
      redraw()
    },
    unselect() {
      limit = ROWS
      select([])
    },
    focus(paths) {
      const rows = [...list.children]
      const row =
        rows.find((each) => each instanceof HTMLElement && paths.includes(each.dataset['path'] ?? '')) ??
        rows[Math.min(lastRow, rows.length - 1)]
      row?.querySelector<HTMLElement>('.file-name')?.focus()
    },
  }
}
