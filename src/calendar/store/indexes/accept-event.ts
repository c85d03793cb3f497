import type { EventSelection } from '../../model/selection.ts'
import { STATUSES } from '../../model/status.ts'
import type { Bounds } from '../../time/window.ts'
import { FEATURED, HIDDEN, PAGE_IDS } from '../rows/event-page.ts'
import type { CalendarState } from '../rows/state.ts'
import type { TextTable } from '../texts/text-table.ts'
import { type IdSet, idSet } from './ids.ts'
import { postingOf } from './postings.ts'
import { END_MS, ID, MARKS, START_MS, STATUS_BITS, VENUE } from './start-order.ts'

/** Data that a selection needs beside the columns. */
export interface SelectionLookups {
  /** Folded texts, present when the selection searches words or orders by title. */
  readonly texts?: TextTable | undefined
  /** Venues within the circle, with their distance in meters. */
  readonly near?: ReadonlyMap<number, number> | undefined
}

/** True when the event with its numbers at `at` matches. Called for every event, so it allocates nothing. */
export type EventPredicate = (numbers: Float64Array, at: number) => boolean

/** One predicate for all conditions of a selection except its text and order. */
export function createPredicate(
  state: CalendarState,
  selection: EventSelection,
  { near }: SelectionLookups,
): EventPredicate {
  const { featured, parent, exceptVenues, include, categories, tags, venues, organizers } = selection
  const allowed = STATUSES.reduce(
    (mask, status, at) => (selection.statuses.includes(status) ? mask | (1 << (at + 1)) : mask),
    0,
  )
  const starts = limitsOf(selection.starts)
  const ends = limitsOf(selection.ends)
  const { posts, terms } = state.links
  const linked = (postings: typeof posts, ids: readonly number[]) =>
    idSet(Array.from(new Set(ids), (id) => postingOf(postings, id).ids))
  const sets: readonly IdSet[] = [
    ...(include ? [existingEvents(state, include)] : []),
    ...(organizers ? [linked(posts, organizers)] : []),
    ...(categories ? [linked(terms, categories)] : []),
    ...(tags ? [linked(terms, tags)] : []),
  ]
  const venueSets: readonly IdSet[] = [
    ...(venues ? [idSet([venues.filter((id) => state.tables.venues.row(id))])] : []),
    ...(near ? [idSet([near.keys()])] : []),
  ]
  const except = exceptVenues && idSet([exceptVenues])
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
    for (const set of venueSets) if (!set.has(venue)) return false
    if (except?.has(venue)) return false
    const id = numbers[at + ID] ?? 0
    for (const set of sets) if (!set.has(id)) return false
    return parent === undefined || parentOf(id) === parent
  }
}

export const STATUS_MASK = (1 << STATUS_BITS) - 1
const FEATURED_MARK = FEATURED << STATUS_BITS
export const HIDDEN_MARK = HIDDEN << STATUS_BITS

/** The ids that belong to events. Also keeps huge ids from the caller out of the set, which grows with the largest. */
export function existingEvents({ events }: CalendarState, ids: readonly number[]): IdSet {
  return idSet([ids.filter((id) => events.pages[Math.floor(id / PAGE_IDS)]?.status[id % PAGE_IDS])])
}

/** All four bounds. An absent one becomes infinite. */
export function limitsOf(bounds: Bounds | undefined): Required<Bounds> {
  return {
    from: Number.NEGATIVE_INFINITY,
    after: Number.NEGATIVE_INFINITY,
    before: Number.POSITIVE_INFINITY,
    until: Number.POSITIVE_INFINITY,
    ...bounds,
  }
}

const EARTH_METERS = 6_371_009

/** The venues within the circle, with their distance in meters. */
export function distances(
  { tables: { venues } }: CalendarState,
  { latitude, longitude, meters }: NonNullable<EventSelection['near']>,
): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  for (const id of venues.ids()) {
    const position = venues.row(id)?.position
    if (!position) continue
    const away = metersBetween(position, { latitude, longitude })
    if (away <= meters) found.set(id, away)
  }
  return found
}

interface Position {
  readonly latitude: number
  readonly longitude: number
}

/** Length of the great circle arc. */
function metersBetween(a: Position, b: Position): number {
  const across = halfChord(a.latitude - b.latitude)
  const along = halfChord(a.longitude - b.longitude)
  const shrink = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude))
  return 2 * EARTH_METERS * Math.asin(Math.min(1, Math.sqrt(across + shrink * along)))
}

function halfChord(degrees: number): number {
  return Math.sin(radians(degrees) / 2) ** 2
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
