import type { EventPage } from './event-page.ts'
import { PAGE_IDS } from './event-page.ts'
import type { EventTable } from './event-table.ts'
import { type Probe, type SortedList, sortedList } from './sorted-list.ts'

/** Where an event of the table stands among the others: by local start, then publication, then id. */
export function startProbe({ pages }: Pick<EventTable, 'pages'>, id: number): Probe {
  const page = pages[Math.floor(id / PAGE_IDS)]
  const start = valueAt(page, 'start', id)
  const date = valueAt(page, 'date', id)
  return (held) => {
    const other = pages[Math.floor(held / PAGE_IDS)]
    return valueAt(other, 'start', held) - start || valueAt(other, 'date', held) - date || held - id
  }
}

/** All events of the table in that order. */
export function startOrder(table: EventTable): SortedList {
  const ids = Float64Array.from(table.ids())
  const starts = ids.map((id) => valueAt(table.pages[Math.floor(id / PAGE_IDS)], 'start', id))
  const dates = ids.map((id) => valueAt(table.pages[Math.floor(id / PAGE_IDS)], 'date', id))
  const order = Uint32Array.from(ids, (_, at) => at).sort(
    (a, b) =>
      (starts[a] ?? 0) - (starts[b] ?? 0) ||
      (dates[a] ?? 0) - (dates[b] ?? 0) ||
      (ids[a] ?? 0) - (ids[b] ?? 0),
  )
  return sortedList(Float64Array.from(order, (at) => ids[at] ?? 0))
}

export function valueAt(
  page: EventPage | undefined,
  column: 'start' | 'date' | 'startMs' | 'endMs',
  id: number,
): number {
  return page?.[column][id % PAGE_IDS] ?? 0
}
