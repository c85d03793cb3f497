import type { WireEvent } from '../../../src/calendar/wire.ts'
import { calendar } from './calendar-api.ts'
import { addDays, type Day } from './days.ts'

/** Maximum number of pages of 50 events that one view reads. The view says when there are more. */
const MAX_PAGES = 8

export interface EventsOfDays {
  readonly events: readonly WireEvent[]
  /** The total number, which may be larger than the number of `events`. */
  readonly total: number
}

/** Reads the events that overlap the days from `first` to `last`, ordered by start. */
export async function readEvents(first: Day, last: Day, signal: AbortSignal): Promise<EventsOfDays> {
  const query = { ends_after: addDays(first, -1), starts_before: last, per_page: '50' }
  const page = await calendar.events(query, signal)
  const events = [...page.events]
  for (let number = 2; number <= Math.min(page.total_pages, MAX_PAGES); number += 1) {
    events.push(...(await calendar.events({ ...query, page: String(number) }, signal)).events)
  }
  return { events, total: page.total }
}
