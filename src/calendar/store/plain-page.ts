import { STATUSES } from '../records.ts'
import type { Bounds, EventSelection, Selected } from '../selection.ts'
import { type Accepts, accepting, HIDDEN_MARK, limitsOf, STATUS_MASK } from './accept-event.ts'
import { END_MS, ID, MARKS, START_MS, STRIDE } from './start-order.ts'
import type { CalendarState } from './state.ts'

/** All that a plain selection has: statuses and bounds, in the order of starts. */
const PLAIN: readonly string[] = [
  'statuses',
  'starts',
  'ends',
  'orderBy',
  'descending',
  'offset',
  'limit',
] satisfies (keyof EventSelection)[]

/**
 * The page of a selection that asks for nothing but statuses and bounds; `undefined` for any other. Chunks that lie
 * within all bounds, or outside of one, are counted as a whole: only those on a border, and those of the page, are
 * passed event by event.
 */
export function plainPage(state: CalendarState, selection: EventSelection): Selected | undefined {
  const { orderBy = 'start', descending, offset, limit } = selection
  if (
    orderBy !== 'start' ||
    Object.entries(selection).some(([name, value]) => value !== undefined && !PLAIN.includes(name))
  ) {
    return undefined
  }
  const { chunks } = state.byStart
  const accepts = accepting(state, selection, {})
  const counts = chunks.map((chunk) => countIn(chunk, selection, accepts))
  const total = counts.reduce((sum, count) => sum + count, 0)
  const first = descending ? Math.max(0, total - offset - limit) : offset
  const end = descending ? total - offset : offset + limit
  const ids: number[] = []
  let passed = 0
  for (const [number, chunk] of chunks.entries()) {
    const count = counts[number] ?? 0
    if (passed + count > first && passed < end) {
      let at = passed
      for (const id of acceptedIn(chunk, accepts)) {
        if (at >= first && at < end) ids.push(id)
        at += 1
      }
    }
    passed += count
  }
  return { ids: descending ? ids.reverse() : ids, total }
}

function countIn(chunk: Float64Array, { statuses, starts, ends }: EventSelection, accepts: Accepts): number {
  const summary = summaryOf(chunk)
  const sides = [sideOf(summary.starts, starts), sideOf(summary.ends, ends)]
  if (sides.includes('outside')) return 0
  if (sides.includes('border')) return [...acceptedIn(chunk, accepts)].length
  return STATUSES.reduce(
    (sum, status, at) => sum + (statuses.includes(status) ? (summary.shown[at + 1] ?? 0) : 0),
    0,
  )
}

function* acceptedIn(chunk: Float64Array, accepts: Accepts): Generator<number, void> {
  for (let at = 0; at < chunk.length; at += STRIDE) if (accepts(chunk, at)) yield chunk[at + ID] ?? 0
}

interface Span {
  readonly least: number
  readonly most: number
}

/** What is true of all events of a chunk. A chunk never changes: a change makes another. */
interface Summary {
  readonly starts: Span
  readonly ends: Span
  /** How many have a status, by its number, and are not hidden from listings. */
  readonly shown: Uint16Array
}

const SUMMARIES = new WeakMap<Float64Array, Summary>()

function summaryOf(chunk: Float64Array): Summary {
  const held = SUMMARIES.get(chunk)
  if (held) return held
  const shown = new Uint16Array(STATUS_MASK + 1)
  for (let at = 0; at < chunk.length; at += STRIDE) {
    const marks = chunk[at + MARKS] ?? 0
    if ((marks & HIDDEN_MARK) === 0) shown[marks & STATUS_MASK] = (shown[marks & STATUS_MASK] ?? 0) + 1
  }
  const made = { starts: spanOf(chunk, START_MS), ends: spanOf(chunk, END_MS), shown }
  SUMMARIES.set(chunk, made)
  return made
}

function spanOf(chunk: Float64Array, part: number): Span {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let at = part; at < chunk.length; at += STRIDE) {
    least = Math.min(least, chunk[at] ?? 0)
    most = Math.max(most, chunk[at] ?? 0)
  }
  return { least, most }
}

function sideOf({ least, most }: Span, bounds: Bounds | undefined): 'inside' | 'outside' | 'border' {
  const { from, after, before, until } = limitsOf(bounds)
  if (most < from || most <= after || least >= before || least > until) return 'outside'
  return least >= from && least > after && most < before && most <= until ? 'inside' : 'border'
}
