import { type EventPage, PAGE_IDS } from '../rows/event-page.ts'
import type { EventTable } from '../rows/event-table.ts'
import { type Chunks, type EntryPosition, insertEntry, placeOfEntry, removeEntry } from './sorted-list.ts'
import { sortedPlaces } from './sorted-places.ts'

/**
 * All events by local start, then publication date, then id, with the columns that most lists test. Visiting events
 * in this order reads memory sequentially. Chunks hold up to 256 events of {@link STRIDE} numbers each.
 */
export interface StartOrder {
  readonly chunks: Chunks
}

/** Offsets of an event's numbers. */
export const [ID, START, DATE, START_MS, END_MS, MARKS, VENUE] = [0, 1, 2, 3, 4, 5, 6] as const
export const STRIDE = 7

/** Events in a new chunk, and the size at which a chunk is split. */
const FILLED = 160
const FULL = 256

/** Bits of the status in the marks; the event's flags are above them. */
export const STATUS_BITS = 4

export const EMPTY_ORDER: StartOrder = { chunks: [] }

/** The order of all events in the table. */
export function startOrder({ pages, size }: Pick<EventTable, 'pages' | 'size'>): StartOrder {
  const numbers = new Float64Array(size * STRIDE)
  let count = 0
  for (const [number, page] of pages.entries()) {
    for (let slot = 0; page && slot < PAGE_IDS; slot += 1) {
      if (!page.status[slot]) continue
      writeNumbers(numbers, count * STRIDE, { page, id: number * PAGE_IDS + slot })
      count += 1
    }
  }
  const order = sortedPlaces(count, {
    keyOf: (place) => numbers[place * STRIDE + START] ?? 0,
    compare: (a, b) => compareNumbers(numbers, a * STRIDE, numbers, b * STRIDE),
  })
  const chunks: Float64Array[] = []
  for (let from = 0; from < count; from += FILLED) {
    const length = Math.min(FILLED, count - from)
    const chunk = new Float64Array(length * STRIDE)
    for (let at = 0; at < length; at += 1) {
      const place = (order[from + at] ?? 0) * STRIDE
      for (let part = 0; part < STRIDE; part += 1) chunk[at * STRIDE + part] = numbers[place + part] ?? 0
    }
    chunks.push(chunk)
  }
  return { chunks }
}

interface Located {
  readonly page: EventPage
  readonly id: number
}

/** The order after one event changed from `before` to `after`. */
export function withMovedEvent(
  order: StartOrder,
  before: Located | undefined,
  after: Located | undefined,
): StartOrder {
  const rest = before ? without(order, numbersOf(before)) : order
  return after ? withNumbers(rest, numbersOf(after)) : rest
}

/** The first position at or after a local start, in seconds. */
export function placeOfStart(order: StartOrder, start: number): EntryPosition {
  return placeOf(order, Float64Array.of(0, start, Number.NEGATIVE_INFINITY))
}

/** Compares two events. Negative when the event at `at` in `a` comes first. */
export function compareNumbers(a: Float64Array, at: number, b: Float64Array, bt: number): number {
  return (
    (a[at + START] ?? 0) - (b[bt + START] ?? 0) ||
    (a[at + DATE] ?? 0) - (b[bt + DATE] ?? 0) ||
    (a[at + ID] ?? 0) - (b[bt + ID] ?? 0)
  )
}

/** Writes the numbers of an event. */
export function writeNumbers(numbers: Float64Array, at: number, { page, id }: Located): void {
  const slot = id % PAGE_IDS
  numbers[at + ID] = id
  numbers[at + START] = page.start[slot] ?? 0
  numbers[at + DATE] = page.date[slot] ?? 0
  numbers[at + START_MS] = page.startMs[slot] ?? 0
  numbers[at + END_MS] = page.endMs[slot] ?? 0
  numbers[at + MARKS] = ((page.flags[slot] ?? 0) << STATUS_BITS) | (page.status[slot] ?? 0)
  numbers[at + VENUE] = page.venue[slot] ?? 0
}

function numbersOf(located: Located): Float64Array {
  const numbers = new Float64Array(STRIDE)
  writeNumbers(numbers, 0, located)
  return numbers
}

function placeOf({ chunks }: StartOrder, numbers: Float64Array): EntryPosition {
  return placeOfEntry(chunks, STRIDE, (chunk, at) => compareNumbers(chunk, at, numbers, 0))
}

function withNumbers(order: StartOrder, numbers: Float64Array): StartOrder {
  return { chunks: insertEntry(order.chunks, placeOf(order, numbers), { entry: numbers, full: FULL }) }
}

function without(order: StartOrder, numbers: Float64Array): StartOrder {
  const place = placeOf(order, numbers)
  if (order.chunks[place.chunk]?.[place.at + ID] !== numbers[ID]) return order
  return { chunks: removeEntry(order.chunks, place, STRIDE) }
}
