import type { WireEvent } from '../../../src/calendar/wire.ts'
import { calendarApi } from './calendar-api.ts'
import { addDays, type Day, startOfDay } from './days.ts'
import { compareStarts, endDay, startDay } from './when.ts'

/** Maximum number of pages of 50 events that one view reads. The view says when there are more. */
const MAX_PAGES = 8

export interface EventsOfDays {
  readonly events: readonly WireEvent[]
  /** The total number, which may be larger than the number of `events`. */
  readonly total: number
}

export interface NearestEvent {
  readonly event: WireEvent
  readonly isLater: boolean
}

/** Conditions beside the days: parameters of the API. */
export type EventFilters = Readonly<Partial<Record<'search' | 'categories' | 'venue', string>>>

export interface ReadOptions {
  readonly filters: EventFilters
  readonly signal: AbortSignal
}

/** Reads the events that overlap the visitor's days from `first` to `last`, ordered by start. */
export async function readEvents(
  first: Day,
  last: Day,
  { filters, signal }: ReadOptions,
): Promise<EventsOfDays> {
  const query = {
    ends_after: endingFrom(first),
    starts_before: utcText(startOfDay(addDays(last, 1))),
    strict_dates: 'true',
    per_page: '50',
    ...filters,
  }
  const page = await calendarApi.events(query, signal)
  const events = [...page.events]
  for (let number = 2; number <= Math.min(page.total_pages, MAX_PAGES); number += 1) {
    events.push(...(await calendarApi.events({ ...query, page: String(number) }, signal)).events)
  }
  const shown = events.filter((event) => startDay(event) <= last && endDay(event) >= first)
  // The API orders by the events' own clocks.
  shown.sort(compareStarts)
  return { events: shown, total: page.total - (events.length - shown.length) }
}

/**
 * The event to which days without events lead: the first one after `last`; if there is none, the latest one before
 * `first`. `undefined` if no event matches. For days on which {@link readEvents} finds no event.
 */
export async function readNearest(
  first: Day,
  last: Day,
  { filters, signal }: ReadOptions,
): Promise<NearestEvent | undefined> {
  const one = { ...filters, strict_dates: 'true', per_page: '1' }
  // By its end, because an all-day event of a distant zone may begin before its own day begins here.
  const after = { ...one, ends_after: endingFrom(addDays(last, 1)) }
  const [next] = (await calendarApi.events(after, signal)).events
  if (next) return { event: next, isLater: true }
  const before = { ...one, ...ANY_DATE, starts_before: utcText(startOfDay(first)) }
  const [latest] = (await calendarApi.events({ ...before, ...LATEST_FIRST }, signal)).events
  return latest && { event: latest, isLater: false }
}

/** Without a date in the past, the API lists only events that have not ended. */
const ANY_DATE = { starts_after: '1000-01-01 00:00:00' }

const LATEST_FIRST = { orderby: 'event_date', order: 'desc' }

/** `ends_after` for events from a day on. It is exclusive, and an event without length may be at the first moment. */
function endingFrom(day: Day): string {
  return utcText(startOfDay(day) - 1000)
}

/** An instant as the API reads it with `strict_dates`. */
function utcText(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 19).replace('T', ' ')
}
