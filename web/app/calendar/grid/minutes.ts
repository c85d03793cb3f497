import type { WireEvent } from '../../../../src/calendar/wire.ts'
import type { Day } from '../days.ts'
import { endDay, endMs, startDay, startMs } from '../when.ts'
import type { Taking } from './lanes.ts'

/** Minutes that an event takes in the grid at least, so that it can be read and hit. */
const LEAST_MINUTES = 45

export const DAY_MINUTES = 24 * 60

/** The times of an event that decide where it is drawn. */
type EventTimes = Pick<WireEvent, 'all_day' | 'start_date' | 'end_date' | 'utc_start_date' | 'utc_end_date'>

/** The part of a day in the visitor's zone that an event takes. Midnight as its end is the end of the day. */
export function minutesOn(day: Day, event: EventTimes): Taking {
  const from = startDay(event) < day ? 0 : minutesOf(startMs(event))
  const isMoment = endMs(event) === startMs(event)
  const end = isMoment ? from : minutesOf(endMs(event)) || DAY_MINUTES
  const to = endDay(event) > day ? DAY_MINUTES : end
  const start = Math.min(from, DAY_MINUTES - LEAST_MINUTES)
  return { from: start, to: Math.max(to, start + LEAST_MINUTES) }
}

/** Minutes on the visitor's clock. */
function minutesOf(instantMs: number): number {
  const at = new Date(instantMs)
  return at.getHours() * 60 + at.getMinutes()
}
