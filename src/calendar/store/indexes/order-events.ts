import type { EventSelection } from '../../model/selection.ts'
import { PAGE_IDS } from '../rows/event-page.ts'
import type { Found } from '../rows/found.ts'
import type { CalendarState } from '../rows/state.ts'
import { titleAt } from '../texts/text-table.ts'
import { compareNumbers, DATE, STRIDE, VENUE, writeNumbers } from './start-order.ts'

export interface Ordering extends Pick<EventSelection, 'orderBy' | 'include'>, Found {}

/** Puts the events into the order that is asked for; what is equal in it, by start. */
export function orderEvents(
  state: CalendarState,
  ids: Uint32Array,
  { orderBy = 'start', include, texts, near }: Ordering,
): void {
  if (orderBy === 'id') {
    ids.sort()
    return
  }
  const numbers = numbersOf(state, ids)
  const byStart: Order = (a, b) => compareNumbers(numbers, a * STRIDE, numbers, b * STRIDE)
  const orders: Readonly<Record<typeof orderBy, () => Order>> = {
    start: () => byStart,
    date: () => (a, b) =>
      (numbers[a * STRIDE + DATE] ?? 0) - (numbers[b * STRIDE + DATE] ?? 0) || (ids[a] ?? 0) - (ids[b] ?? 0),
    title: () => {
      const titles = Array.from(ids, (id) => titleAt(texts?.[Math.floor(id / PAGE_IDS)], id % PAGE_IDS))
      return (a, b) => compareTexts(titles[a] ?? '', titles[b] ?? '') || byStart(a, b)
    },
    include: () => {
      const places = new Map((include ?? []).toReversed().map((id, at) => [id, -at]))
      const ranks = Array.from(ids, (id) => places.get(id) ?? 0)
      return (a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0)
    },
    distance: () => {
      const away = Array.from(
        ids,
        (_, at) => near?.get(numbers[at * STRIDE + VENUE] ?? 0) ?? Number.MAX_VALUE,
      )
      return (a, b) => (away[a] ?? 0) - (away[b] ?? 0) || byStart(a, b)
    },
  }
  const places = Uint32Array.from(ids, (_, at) => at).sort(orders[orderBy]())
  ids.set(places.map((at) => ids[at] ?? 0))
}

/** Negative when what is at place `a` comes first. */
type Order = (a: number, b: number) => number

function numbersOf({ events: { pages } }: CalendarState, ids: Uint32Array): Float64Array {
  const numbers = new Float64Array(ids.length * STRIDE)
  for (const [at, id] of ids.entries()) {
    const page = pages[Math.floor(id / PAGE_IDS)]
    if (page) writeNumbers(numbers, at * STRIDE, { page, id })
  }
  return numbers
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
