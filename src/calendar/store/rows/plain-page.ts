import type { EventSelection, Selected } from '../../model/selection.ts'
import { STATUSES } from '../../model/status.ts'
import type { Bounds } from '../../time/window.ts'
import {
  createPredicate,
  type EventPredicate,
  HIDDEN_MARK,
  limitsOf,
  STATUS_MASK,
} from '../indexes/accept-event.ts'
import { END_MS, ID, MARKS, START_MS, STRIDE } from '../indexes/start-order.ts'
import type { CalendarState } from './state.ts'

/** The properties of a plain selection: statuses and bounds, in start order. */
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
 * The page of a selection with nothing but statuses and bounds; `undefined` for any other. A chunk that is entirely
 * inside all bounds, or outside of one, is counted as a whole. Only chunks that overlap a bound, and those of the
 * page, are visited event by event.
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
  const accepts = createPredicate(state, selection, {})
  const isAsked = STATUSES.map((status) => selection.statuses.includes(status))
  const [starts, ends] = [limitsOf(selection.starts), limitsOf(selection.ends)]
  const countIn = (chunk: Float64Array) => {
    const summary = summaryOf(chunk)
    const sides = [sideOf(summary.starts, starts), sideOf(summary.ends, ends)]
    if (sides.includes('outside')) return 0
    if (sides.includes('border')) return acceptedIn(chunk, accepts).length
    return isAsked.reduce((sum, asked, at) => sum + (asked ? (summary.shown[at + 1] ?? 0) : 0), 0)
  }
  const counts = chunks.map(countIn)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const first = descending ? Math.max(0, total - offset - limit) : offset
  const end = descending ? total - offset : offset + limit
  const ids: number[] = []
  let passed = 0
  for (const [number, chunk] of chunks.entries()) {
    const count = counts[number] ?? 0
    if (passed + count > first && passed < end) {
      ids.push(...acceptedIn(chunk, accepts).slice(Math.max(0, first - passed), end - passed))
    }
    passed += count
  }
  return { ids: descending ? ids.reverse() : ids, total }
}

function acceptedIn(chunk: Float64Array, accepts: EventPredicate): readonly number[] {
  const ids: number[] = []
  for (let at = 0; at < chunk.length; at += STRIDE) if (accepts(chunk, at)) ids.push(chunk[at + ID] ?? 0)
  return ids
}

interface Span {
  least: number
  most: number
}

/** Summary of a chunk's events. It can be cached by chunk, since a chunk never changes. */
interface Summary {
  readonly starts: Readonly<Span>
  readonly ends: Readonly<Span>
  /** Number of events by status code, without those hidden from listings. */
  readonly shown: Uint16Array
}

const SUMMARIES = new WeakMap<Float64Array, Summary>()

function summaryOf(chunk: Float64Array): Summary {
  const held = SUMMARIES.get(chunk)
  if (held) return held
  const shown = new Uint16Array(STATUS_MASK + 1)
  const starts = { least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY }
  const ends = { ...starts }
  for (let at = 0; at < chunk.length; at += STRIDE) {
    const marks = chunk[at + MARKS] ?? 0
    if ((marks & HIDDEN_MARK) === 0) shown[marks & STATUS_MASK] = (shown[marks & STATUS_MASK] ?? 0) + 1
    widen(starts, chunk[at + START_MS] ?? 0)
    widen(ends, chunk[at + END_MS] ?? 0)
  }
  const made = { starts, ends, shown }
  SUMMARIES.set(chunk, made)
  return made
}

function widen(span: Span, ms: number): void {
  if (ms < span.least) span.least = ms
  if (ms > span.most) span.most = ms
}

function sideOf(
  { least, most }: Readonly<Span>,
  { from, after, before, until }: Required<Bounds>,
): 'inside' | 'outside' | 'border' {
  if (most < from || most <= after || least >= before || least > until) return 'outside'
  return least >= from && least > after && most < before && most <= until ? 'inside' : 'border'
}
