import type { EventSelection, PostSelection, Selected } from '../../model/selection.ts'
import { PAGE_IDS } from '../rows/event-page.ts'
import { plainPage } from '../rows/plain-page.ts'
import type { CalendarState } from '../rows/state.ts'
import { matchesText, titleAt, withMatchingText } from '../texts/text-table.ts'
import { createPredicate, distances, existingEvents, type SelectionLookups } from './accept-event.ts'
import { type IdSet, idSet } from './ids.ts'
import { postingOf } from './postings.ts'
import { compareNumbers, DATE, ID, placeOfStart, START, STRIDE, VENUE, writeNumbers } from './start-order.ts'

/** Largest distance of a wall clock from UTC, with a margin. */
const MOST_OFFSET_SECONDS = 26 * 3600
/**
 * Candidates are sorted when they are fewer than one in this many events; else all events are visited in start
 * order.
 */
const FEW = 64

/** The page of matching events that the selection asks for, and the number of all matches. */
export function selectEvents(
  state: CalendarState,
  selection: EventSelection,
  lookups: Omit<SelectionLookups, 'near'> = {},
): Selected {
  const plain = plainPage(state, selection)
  if (plain) return plain
  const near = selection.near && distances(state, selection.near)
  const found = { ...lookups, near }
  const { orderBy = 'start', descending = false, offset, limit } = selection
  const few = fewCandidates(state, selection, found)
  const accepted = few
    ? filterCandidates(state, selection, { ...found, few })
    : scanInStartOrder(state, selection, found)
  const { text } = selection
  const table = found.texts ?? []
  const ids = text ? withMatchingText(accepted, text, { table, size: state.events.size }) : accepted
  if (few || orderBy !== 'start') orderEvents(state, ids, { ...selection, ...found })
  if (descending) ids.reverse()
  return { ids: Array.from(ids.subarray(offset, offset + limit)), total: ids.length }
}

/** All matches in start order. Visits the events whose local start may be an instant within the bounds. */
function scanInStartOrder(
  state: CalendarState,
  selection: EventSelection,
  found: SelectionLookups,
): Uint32Array {
  const {
    from = Number.NEGATIVE_INFINITY,
    after = from,
    until = Number.POSITIVE_INFINITY,
    before = until,
  } = selection.starts ?? {}
  const latest = Math.min(until, before) / 1000 + MOST_OFFSET_SECONDS
  const { chunks } = state.byStart
  const place = placeOfStart(state.byStart, Math.max(from, after) / 1000 - MOST_OFFSET_SECONDS)
  const accepts = createPredicate(state, selection, found)
  const ids = new Uint32Array(state.events.size)
  let count = 0
  for (let number = place.chunk; number < chunks.length; number += 1) {
    const chunk = chunks[number] ?? new Float64Array(0)
    if ((chunk[START] ?? 0) > latest) break
    for (let at = number === place.chunk ? place.at : 0; at < chunk.length; at += STRIDE) {
      if (!accepts(chunk, at)) continue
      ids[count] = chunk[at + ID] ?? 0
      count += 1
    }
  }
  return ids.subarray(0, count)
}

function filterCandidates(
  state: CalendarState,
  selection: EventSelection,
  { few, ...found }: SelectionLookups & { readonly few: IdSet },
): Uint32Array {
  const accepts = createPredicate(state, selection, found)
  const numbers = new Float64Array(STRIDE)
  const ids = new Uint32Array(few.size)
  let count = 0
  for (const id of few.ids()) {
    const page = state.events.pages[Math.floor(id / PAGE_IDS)]
    if (!page?.status[id % PAGE_IDS]) continue
    writeNumbers(numbers, 0, { page, id })
    if (!accepts(numbers, 0)) continue
    ids[count] = id
    count += 1
  }
  return ids.subarray(0, count)
}

/** The candidates of the most selective list of ids, if there are few; else `undefined`. */
function fewCandidates(
  state: CalendarState,
  { include, categories, tags, venues, organizers }: EventSelection,
  { near }: SelectionLookups,
): IdSet | undefined {
  if (include) return existingEvents(state, include)
  const { posts, terms } = state.links
  const lists = [
    ...[venues, organizers, near && [...near.keys()]].map((ids) => ({ ids, postings: posts })),
    ...[categories, tags].map((ids) => ({ ids, postings: terms })),
  ].flatMap(({ ids, postings }) => {
    if (!ids) return []
    const found = Array.from(new Set(ids), (id) => postingOf(postings, id).ids)
    return [{ found, count: found.reduce((sum, { length }) => sum + length, 0) }]
  })
  const [best] = lists.sort((a, b) => a.count - b.count)
  const most = Math.max(state.events.size / FEW, FEW)
  return best && best.count <= most ? idSet(best.found) : undefined
}

export interface Ordering extends Pick<EventSelection, 'orderBy' | 'include'>, SelectionLookups {}

/** Sorts ids by the requested order; ties by start. */
function orderEvents(
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

/** Compares the events at two indexes. Negative when `a` comes first. */
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

/** The venues or organizers that match, newest publication first. */
export function selectPosts(
  { tables }: CalendarState,
  collection: 'venues' | 'organizers',
  { statuses, text, include, exclude, offset, limit }: PostSelection,
): Selected {
  const table = tables[collection]
  const [only, not] = [include && new Set(include), new Set(exclude)]
  const found = [...table.ids()].flatMap((id) => {
    const row = table.row(id)
    const matches =
      row &&
      statuses.includes(row.status) &&
      (!only || only.has(id)) &&
      !not.has(id) &&
      (!text || matchesText(row.text, text))
    return matches ? [row] : []
  })
  found.sort((a, b) => (a.date === b.date ? b.id - a.id : a.date < b.date ? 1 : -1))
  return { ids: found.slice(offset, offset + limit).map(({ id }) => id), total: found.length }
}
