import type { Bounds, EventSelection, Selected } from '../selection.ts'
import { distances } from './distances.ts'
import { type EventPage, FEATURED, HIDDEN, PAGE_IDS, STATUSES } from './event-page.ts'
import { postingOf } from './postings.ts'
import { lowerPlace, numbersFrom } from './sorted-list.ts'
import { startProbe, valueAt } from './start-order.ts'
import type { CalendarState } from './state.ts'

/** What a selection asks of things that stand outside the columns. */
export interface Found {
  /** Events whose text matches; absent when no text is asked for. */
  readonly texts?: ReadonlySet<number> | undefined
  /** Folded titles, for an order by title. */
  readonly titleOf?: ((id: number) => string) | undefined
}

/** Wall clocks are at most this far from UTC. */
const MOST_OFFSET_SECONDS = 26 * 3600
/** A list of fewer candidates than one in so many events is sorted; for more, all are passed in their order. */
const FEW = 16

/** The events that match, counted, and one page of them. */
export function selectEvents(state: CalendarState, selection: EventSelection, found: Found = {}): Selected {
  const near = selection.near && distances(state, selection.near)
  const matches = matcher(state, selection, { ...found, near })
  const { orderBy = 'start', descending = false, offset, limit } = selection
  const few = fewCandidates(state, selection, { ...found, near })
  const ids: number[] = []
  if (few) {
    for (const id of few) if (matches(id)) ids.push(id)
  } else {
    for (const id of inWindow(state, selection.starts)) if (matches(id)) ids.push(id)
  }
  if (few || orderBy !== 'start') sort(ids, orderOf(state, selection, { ...found, near }))
  if (descending) ids.reverse()
  return { ids: ids.slice(offset, offset + limit), total: ids.length }
}

interface Given extends Found {
  readonly near?: ReadonlyMap<number, number> | undefined
}

/** Events in the order of their start, without those whose wall clock cannot be an instant within the bounds. */
function* inWindow(state: CalendarState, bounds: Bounds = {}): Generator<number, void> {
  const from = Math.max(bounds.from ?? Number.NEGATIVE_INFINITY, bounds.after ?? Number.NEGATIVE_INFINITY)
  const to = Math.min(bounds.until ?? Number.POSITIVE_INFINITY, bounds.before ?? Number.POSITIVE_INFINITY)
  const { pages } = state.events
  const startOf = (id: number) => valueAt(pages[Math.floor(id / PAGE_IDS)], 'start', id)
  const earliest = from / 1000 - MOST_OFFSET_SECONDS
  const latest = to / 1000 + MOST_OFFSET_SECONDS
  for (const id of numbersFrom(
    state.byStart,
    lowerPlace(state.byStart, (held) => startOf(held) - earliest),
  )) {
    if (startOf(id) > latest) return
    yield id
  }
}

/** Candidates by the most telling of the lists that are asked for, when they are few. */
function fewCandidates(
  state: CalendarState,
  { include, categories, tags, venues, organizers }: EventSelection,
  { near, texts }: Given,
): Iterable<number> | undefined {
  if (include) return new Set(include.filter((id) => state.events.row(id)))
  const { posts, terms } = state.links
  const lists = [
    ...[venues, organizers, near && [...near.keys()]].map((ids) => ({ ids, postings: posts })),
    ...[categories, tags].map((ids) => ({ ids, postings: terms })),
  ].flatMap(({ ids, postings }) => {
    if (!ids) return []
    const found = ids.map((id) => postingOf(postings, id).ids)
    return [{ found, count: found.reduce((sum, { length }) => sum + length, 0) }]
  })
  const [best] = lists.sort((a, b) => a.count - b.count)
  const most = state.events.size / FEW
  if (texts && texts.size <= Math.min(most, best?.count ?? most)) return texts
  if (!best || best.count > most) return undefined
  return new Set(best.found.flatMap((ids) => [...ids]))
}

type Matches = (id: number) => boolean

/** All conditions as one question about an event. */
function matcher(state: CalendarState, selection: EventSelection, { near, texts }: Given): Matches {
  const { featured, parent, hasPosition, include, categories, tags, venues, organizers } = selection
  const statuses = STATUSES.map((status) => selection.statuses.includes(status))
  const { posts, terms } = state.links
  const sets: ReadonlySet<number>[] = []
  if (texts) sets.push(texts)
  if (include) sets.push(new Set(include))
  for (const [ids, postings] of [
    [organizers, posts],
    [categories, terms],
    [tags, terms],
  ] as const) {
    if (ids) sets.push(new Set(ids.flatMap((id) => [...postingOf(postings, id).ids])))
  }
  const within = venues && new Set(venues)
  const placed = hasPosition === undefined ? undefined : placedVenues(state)
  const { pages } = state.events
  const inStarts = inBounds(selection.starts)
  const inEnds = inBounds(selection.ends)

  return (id) => {
    const page: EventPage | undefined = pages[Math.floor(id / PAGE_IDS)]
    if (!page) return false
    const slot = id % PAGE_IDS
    const flags = page.flags[slot] ?? 0
    const venue = page.venue[slot] ?? 0
    return (
      statuses[(page.status[slot] ?? 0) - 1] === true &&
      (flags & HIDDEN) === 0 &&
      inStarts(page.startMs[slot] ?? 0) &&
      inEnds(page.endMs[slot] ?? 0) &&
      (featured === undefined || featured === ((flags & FEATURED) !== 0)) &&
      (parent === undefined || page.parent[slot] === parent) &&
      (!within || within.has(venue)) &&
      (!near || near.has(venue)) &&
      (!placed || placed.has(venue) === hasPosition) &&
      sets.every((set) => set.has(id))
    )
  }
}

function inBounds(bounds: Bounds | undefined): (instant: number) => boolean {
  if (!bounds) return () => true
  const {
    from = Number.NEGATIVE_INFINITY,
    after = Number.NEGATIVE_INFINITY,
    before = Number.POSITIVE_INFINITY,
    until = Number.POSITIVE_INFINITY,
  } = bounds
  return (instant) => instant >= from && instant > after && instant < before && instant <= until
}

function placedVenues({ tables }: CalendarState): ReadonlySet<number> {
  const placed = new Set<number>()
  for (const id of tables.venues.ids()) if (tables.venues.row(id)?.position) placed.add(id)
  return placed
}

type Order = (a: number, b: number) => number

function orderOf(state: CalendarState, { orderBy = 'start', include }: EventSelection, given: Given): Order {
  const byStart: Order = (a, b) => startProbe(state.events, b)(a)
  const { pages } = state.events
  const dateOf = (id: number) => valueAt(pages[Math.floor(id / PAGE_IDS)], 'date', id)
  switch (orderBy) {
    case 'start':
      return byStart
    case 'id':
      return (a, b) => a - b
    case 'date':
      return (a, b) => dateOf(a) - dateOf(b) || a - b
    case 'title': {
      const titleOf = given.titleOf ?? (() => '')
      return (a, b) => compareTexts(titleOf(a), titleOf(b)) || byStart(a, b)
    }
    case 'include': {
      const places = new Map((include ?? []).toReversed().map((id, at, { length }) => [id, length - at]))
      return (a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0)
    }
    case 'distance': {
      const farOf = (id: number) =>
        given.near?.get(pages[Math.floor(id / PAGE_IDS)]?.venue[id % PAGE_IDS] ?? 0) ?? Number.MAX_VALUE
      return (a, b) => farOf(a) - farOf(b) || byStart(a, b)
    }
  }
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function sort(ids: number[], order: Order): void {
  ids.sort(order)
}
