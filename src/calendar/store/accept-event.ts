import type { EventSelection } from '../model/selection.ts'
import { STATUSES } from '../model/status.ts'
import type { Bounds } from '../time/window.ts'
import { type IdSet, idSet } from './indexes/id-set.ts'
import { postingOf } from './indexes/postings.ts'
import { END_MS, ID, MARKS, START_MS, STATUS_BITS, VENUE } from './indexes/start-order.ts'
import { FEATURED, HIDDEN, PAGE_IDS } from './rows/event-page.ts'
import type { Found } from './rows/found.ts'
import type { CalendarState } from './rows/state.ts'

/** Whether the event whose numbers stand at that place matches. Asked of every event in turn: it makes nothing. */
export type Accepts = (numbers: Float64Array, at: number) => boolean

/** All conditions of a selection but its text and its order, as one question. */
export function accepting(state: CalendarState, selection: EventSelection, { near }: Found): Accepts {
  const { featured, parent, exceptVenues, include, categories, tags, venues, organizers } = selection
  const allowed = STATUSES.reduce(
    (mask, status, at) => (selection.statuses.includes(status) ? mask | (1 << (at + 1)) : mask),
    0,
  )
  const starts = limitsOf(selection.starts)
  const ends = limitsOf(selection.ends)
  const { posts, terms } = state.links
  const linked = (postings: typeof posts, ids: readonly number[]) =>
    idSet(...ids.map((id) => postingOf(postings, id).ids))
  const sets: readonly IdSet[] = [
    ...(include ? [heldEvents(state, include)] : []),
    ...(organizers ? [linked(posts, organizers)] : []),
    ...(categories ? [linked(terms, categories)] : []),
    ...(tags ? [linked(terms, tags)] : []),
  ]
  const atVenues: readonly IdSet[] = [
    ...(venues ? [idSet(venues.filter((id) => state.tables.venues.row(id)))] : []),
    ...(near ? [idSet(near.keys())] : []),
  ]
  const except = exceptVenues && idSet(exceptVenues)
  const parentOf = (id: number) => state.events.pages[Math.floor(id / PAGE_IDS)]?.parent[id % PAGE_IDS]

  return (numbers, at) => {
    const marks = numbers[at + MARKS] ?? 0
    const startMs = numbers[at + START_MS] ?? 0
    const endMs = numbers[at + END_MS] ?? 0
    if (((allowed >> (marks & STATUS_MASK)) & 1) === 0 || (marks & HIDDEN_MARK) !== 0) return false
    if (startMs < starts.from || startMs <= starts.after) return false
    if (startMs >= starts.before || startMs > starts.until) return false
    if (endMs < ends.from || endMs <= ends.after || endMs >= ends.before || endMs > ends.until) return false
    if (featured !== undefined && featured !== ((marks & FEATURED_MARK) !== 0)) return false
    const venue = numbers[at + VENUE] ?? 0
    for (const set of atVenues) if (!set.has(venue)) return false
    if (except?.has(venue)) return false
    const id = numbers[at + ID] ?? 0
    for (const set of sets) if (!set.has(id)) return false
    return parent === undefined || parentOf(id) === parent
  }
}

export const STATUS_MASK = (1 << STATUS_BITS) - 1
const FEATURED_MARK = FEATURED << STATUS_BITS
export const HIDDEN_MARK = HIDDEN << STATUS_BITS

/** Those of the ids that are of events: others may be as large as they like. */
export function heldEvents({ events }: CalendarState, ids: readonly number[]): IdSet {
  return idSet(ids.filter((id) => events.pages[Math.floor(id / PAGE_IDS)]?.status[id % PAGE_IDS]))
}

/** All four bounds: those that are absent limit nothing. */
export function limitsOf(bounds: Bounds | undefined): Required<Bounds> {
  return {
    from: Number.NEGATIVE_INFINITY,
    after: Number.NEGATIVE_INFINITY,
    before: Number.POSITIVE_INFINITY,
    until: Number.POSITIVE_INFINITY,
    ...bounds,
  }
}
