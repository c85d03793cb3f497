import type { WireEvent } from '../../../src/calendar/wire.ts'
import { locale } from '../language/language.ts'
import { calendarTexts } from './calendar-texts.ts'
import { type Day, dayText, localDay } from './days.ts'

const FULL: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }

/** Start of an event as an instant, in milliseconds since 1970. */
export function startMs({ utc_start_date }: Pick<WireEvent, 'utc_start_date'>): number {
  return Date.parse(`${utc_start_date.replace(' ', 'T')}Z`)
}

/** End of an event as an instant, in milliseconds since 1970. */
export function endMs({ utc_end_date }: Pick<WireEvent, 'utc_end_date'>): number {
  return Date.parse(`${utc_end_date.replace(' ', 'T')}Z`)
}

/** The fields that tell when an event starts. */
type EventStart = Pick<WireEvent, 'all_day' | 'start_date' | 'utc_start_date'>

/** The first day, in the visitor's zone. An all-day event keeps its own days everywhere. */
export function startDay(event: EventStart): Day {
  return event.all_day ? event.start_date.slice(0, 10) : localDay(startMs(event))
}

/** The last day, in the visitor's zone. An event that ends at midnight does not reach into the new day. */
export function endDay(event: EventStart & Pick<WireEvent, 'end_date' | 'utc_end_date'>): Day {
  if (event.all_day) return event.end_date.slice(0, 10)
  return localDay(Math.max(startMs(event), endMs(event) - 1))
}

/**
 * Orders events by {@link startDay}, then by the instant, whose day may be another one for an all-day event of a
 * distant zone.
 */
export function compareStarts(a: EventStart, b: EventStart): number {
  return startDay(a).localeCompare(startDay(b)) || startMs(a) - startMs(b)
}

/** True when the event overlaps the day. */
export function isOn(event: WireEvent, day: Day): boolean {
  return startDay(event) <= day && day <= endDay(event)
}

/** The start as `18:30`. Empty for an all-day event, or one that started on an earlier day. */
export function timeOn(event: WireEvent, day: Day): string {
  return event.all_day || startDay(event) !== day ? '' : clockText(startMs(event))
}

/** Formats the whole time in the visitor's zone: `Thursday, 1 April 2027, 18:00 to 20:00 EDT`. */
export function whenText(event: WireEvent): string {
  const [from, to] = [startDay(event), endDay(event)]
  if (event.all_day)
    return from === to
      ? calendarTexts.dayAllDay(dayText(from, FULL))
      : calendarTexts.range(dayText(from, FULL), dayText(to, FULL))
  const [begins, ends] = [clockText(startMs(event)), clockText(endMs(event))]
  const zone = zoneText(event)
  if (from !== to) {
    const range = calendarTexts.range(`${dayText(from, FULL)}, ${begins}`, `${dayText(to, FULL)}, ${ends}`)
    return `${range} ${zone}`
  }
  return `${dayText(from, FULL)}, ${begins === ends ? begins : calendarTexts.range(begins, ends)} ${zone}`
}

/**
 * Formats the time in the event's own zone: `12:00 to 14:00 EDT there`, with the day where it is another one. Empty
 * where the visitor's clock shows the same.
 */
export function whenThere(event: WireEvent): string {
  if (event.all_day || isSameClock(event)) return ''
  const [day, end] = [event.start_date.slice(0, 10), event.end_date.slice(0, 10)]
  const begins = event.start_date.slice(11, 16)
  const ends = `${end === day ? '' : `${dayText(end, FULL)}, `}${event.end_date.slice(11, 16)}`
  const shown = day === startDay(event) ? '' : `${dayText(day, FULL)}, `
  const span = event.start_date === event.end_date ? begins : calendarTexts.range(begins, ends)
  return `${shown}${calendarTexts.there(span, event.timezone_abbr)}`
}

/**
 * Formats the rest of the time below the day under which the event is listed: `Until 20:00 EDT`, calendarTexts.allDay, or
 * all of it when it started earlier.
 */
export function untilText(event: WireEvent, day: Day): string {
  const [from, to] = [startDay(event), endDay(event)]
  if (from !== day) return whenText(event)
  const clock = `${clockText(endMs(event))} ${zoneText(event)}`
  const isMoment = event.start_date === event.end_date
  if (event.all_day) return from === to ? calendarTexts.allDay : calendarTexts.until(dayText(to, FULL))
  if (from !== to) return calendarTexts.until(`${dayText(to, FULL)}, ${clock}`)
  return isMoment ? zoneText(event) : calendarTexts.until(clock)
}

/** The clock in the visitor's zone: `18:30`. */
function clockText(ms: number): string {
  const at = new Date(ms)
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

/** True if the visitor's clock shows the event's own time. */
function isSameClock(event: WireEvent): boolean {
  const ms = startMs(event)
  return event.start_date.slice(0, 16) === `${localDay(ms)} ${clockText(ms)}`
}

/** Abbreviation of the visitor's zone at the event's start. The event's own one where both show the same time. */
function zoneText(event: WireEvent): string {
  if (isSameClock(event)) return event.timezone_abbr
  const parts = new Intl.DateTimeFormat(locale, { timeZoneName: 'short' }).formatToParts(startMs(event))
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
