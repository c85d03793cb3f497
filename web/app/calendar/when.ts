import type { WireEvent } from '../../../src/calendar/wire.ts'
import { type Day, dayText } from './days.ts'

const FULL: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }

export function startDay({ start_date }: WireEvent): Day {
  return start_date.slice(0, 10)
}

export function endDay({ end_date }: WireEvent): Day {
  return end_date.slice(0, 10)
}

/** True when the event overlaps the day. */
export function isOn(event: WireEvent, day: Day): boolean {
  return startDay(event) <= day && day <= endDay(event)
}

/** The start as `18:30`. Empty for an all-day event, or one that started on an earlier day. */
export function timeOn(event: WireEvent, day: Day): string {
  return event.all_day || startDay(event) !== day ? '' : event.start_date.slice(11, 16)
}

/** Formats the whole time of an event: `Thursday, 1 April 2027, 18:00 to 20:00 EDT`. */
export function whenText(event: WireEvent): string {
  const [from, to] = [startDay(event), endDay(event)]
  const [begins, ends] = [event.start_date.slice(11, 16), event.end_date.slice(11, 16)]
  if (event.all_day)
    return from === to ? `${dayText(from, FULL)}, all day` : `${dayText(from, FULL)} to ${dayText(to, FULL)}`
  const zone = event.timezone_abbr
  if (from !== to) return `${dayText(from, FULL)}, ${begins} to ${dayText(to, FULL)}, ${ends} ${zone}`
  return `${dayText(from, FULL)}, ${begins === ends ? begins : `${begins} to ${ends}`} ${zone}`
}

/**
 * Formats the rest of the time below the day under which the event is listed: `Until 20:00 EDT`, `All day`, or
 * all of it when it started earlier.
 */
export function untilText(event: WireEvent, day: Day): string {
  const [from, to] = [startDay(event), endDay(event)]
  if (from !== day) return whenText(event)
  const clock = `${event.end_date.slice(11, 16)} ${event.timezone_abbr}`
  const isMoment = event.start_date === event.end_date
  if (event.all_day) return from === to ? 'All day' : `Until ${dayText(to, FULL)}`
  if (from !== to) return `Until ${dayText(to, FULL)}, ${clock}`
  return isMoment ? event.timezone_abbr : `Until ${clock}`
}
