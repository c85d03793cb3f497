import type { WallText } from '../../time/wall-clock.ts'
import { numbersFrom } from '../indexes/sorted-list.ts'
import { wallOfSeconds, wallSeconds } from '../indexes/wall-seconds.ts'
import { PAGE_IDS } from '../rows/event-page.ts'
import type { CalendarState } from '../rows/state.ts'

/** Collections whose records wait for their date with the status `future`. */
const SCHEDULED = ['events', 'venues', 'organizers'] as const

/** A record that waits for its date. */
export interface Scheduled {
  readonly collection: (typeof SCHEDULED)[number]
  readonly id: number
  /** Its date in site time, by {@link wallSeconds}. */
  readonly seconds: number
}

/** All records with the status `future`. Events are read from their column: there may be thousands. */
export function* scheduledDates({ events, tables, scheduled }: CalendarState): Generator<Scheduled, void> {
  for (const collection of SCHEDULED) {
    for (const id of numbersFrom(scheduled[collection], { chunk: 0, at: 0 })) {
      const seconds =
        collection === 'events'
          ? events.pages[Math.floor(id / PAGE_IDS)]?.date[id % PAGE_IDS]
          : wallSeconds(tables[collection].row(id)?.date ?? '')
      yield { collection, id, seconds: seconds ?? 0 }
    }
  }
}

/** The first date, in site time, that a record waits for; `undefined` when none waits. */
export function firstDate(state: CalendarState): WallText | undefined {
  let first = Number.POSITIVE_INFINITY
  for (const { seconds } of scheduledDates(state)) first = Math.min(first, seconds)
  return Number.isFinite(first) ? wallOfSeconds(first) : undefined
}
