import { find } from '../../find.ts'
import { numberText } from '../../language/counted.ts'
import { contentTexts } from '../content-texts.ts'
import type { ItemActions } from '../files/item-menu.ts'
import { describeRoot } from './describe-root.ts'
import type { Kept } from './kept-names.ts'
import { type PinRow, pinRow } from './pin-row.ts'
import type { PinnedCids } from './pinned-cids.ts'
import { readPins } from './read-pins.ts'

const PAGE_ROWS = 20

/** The list of pins, in pages. */
export function pinsView(section: HTMLElement, actions: Pick<ItemActions, 'change' | 'copies'>): PinnedCids {
  const list = find(section, '#kept', HTMLUListElement)
  const filter = find(section, '#kept-filter', HTMLInputElement)
  const pager = pagerOf(section, (step) => show(page + step))
  let all: readonly Kept[] = []
  let recursive: ReadonlySet<string> = new Set()
  let page = 0
  let [asked, shown] = [0, 0]
  let describing = new AbortController()

  const show = (wanted: number) => {
    const matching = all.filter((kept) => matches(kept, filter.value))
    const pages = Math.max(1, Math.ceil(matching.length / PAGE_ROWS))
    page = Math.min(Math.max(0, wanted), pages - 1)
    const rows = matching.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS)
    const items = rows.map((kept) => ({ kept, item: pinRow(kept, actions) }))
    list.replaceChildren(...items.map(({ item }) => item.element))
    find(section, '#kept-count', HTMLElement).textContent = all.length === 0 ? '' : String(all.length)
    find(section, '#nothing', HTMLElement).hidden = all.length > 0
    find(section, '#no-match', HTMLElement).hidden = all.length === 0 || matching.length > 0
    filter.hidden = all.length <= PAGE_ROWS / 4
    pager({ page, pages, total: matching.length })
    describing.abort()
    describing = new AbortController()
    void describeRows(items, describing.signal)
  }

  filter.addEventListener('input', () => show(0))
  return {
    has: (cid) => recursive.has(cid),
    async refresh() {
      asked += 1
      const turn = asked
      const pins = await readPins()
      // A list that was read earlier is outdated: it lacks what was pinned since.
      if (turn < shown) return
      shown = turn
      all = pins
      recursive = new Set(pins.flatMap(({ cid, type }) => (type === 'recursive' ? [cid] : [])))
      show(0)
    },
  }
}

function matches({ cid, name = '' }: Kept, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  return name.toLowerCase().includes(wanted) || cid.toLowerCase().includes(wanted)
}

/**
 * Finds sizes and types that the page has not stored, row by row. A root that cannot be read stays without a
 * size.
 */
async function describeRows(
  rows: readonly { readonly kept: Kept; readonly item: PinRow }[],
  signal: AbortSignal,
): Promise<void> {
  for (const { kept, item } of rows) {
    if (kept.sizeBytes !== undefined) continue
    try {
      item.describe({ ...kept, ...(await describeRoot(kept.cid, { signal })) })
    } catch {
      if (signal.aborted) return
    }
  }
}

interface Place {
  readonly page: number
  readonly pages: number
  readonly total: number
}

/**
 * Connects the paging buttons. `turn` gets the number of pages to move. Afterwards the heading of the list has
 * the focus.
 */
function pagerOf(section: HTMLElement, turn: (step: number) => void): (place: Place) => void {
  const newer = find(section, '#newer', HTMLButtonElement)
  const older = find(section, '#older', HTMLButtonElement)
  for (const [button, step] of [
    [newer, -1],
    [older, 1],
  ] as const) {
    button.addEventListener('click', () => {
      turn(step)
      find(section, '#kept-title', HTMLElement).focus()
    })
  }
  return ({ page, pages, total }) => {
    const first = page * PAGE_ROWS + 1
    find(section, '#pager', HTMLElement).hidden = pages === 1
    find(section, '#pager-text', HTMLElement).textContent = contentTexts.pageOf({
      first: numberText(first),
      last: numberText(Math.min(total, first + PAGE_ROWS - 1)),
      all: numberText(total),
    })
    newer.disabled = page === 0
    older.disabled = page === pages - 1
  }
}
