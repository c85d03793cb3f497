import { toInstant, toWall } from '../time/wall-clock.ts'
import type { Zone } from '../time/zone.ts'

/** A calendar day of the site, `YYYY-MM-DD`. */
export type Day = string

/** A month of the site, `YYYY-MM`. */
export type Month = string

/** A range of instants in milliseconds since 1970: from `fromMs`, and before `beforeMs`. */
export interface Span {
  readonly fromMs: number
  readonly beforeMs: number
}

/** True for a day of the years 1000 to 9998: all its neighbours have four-digit years too. */
export function isSiteDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(text) || text.startsWith('9999')) return false
  const ms = Date.parse(text)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

export function isSiteMonth(text: string): boolean {
  return isSiteDay(`${text}-01`)
}

export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)
}

/** The days of a month, in order. */
export function daysOf(month: Month): readonly Day[] {
  const days: Day[] = []
  for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) days.push(day)
  return days
}

/** The instants of consecutive days of the site. */
export function spanOf(first: Day, last: Day, zone: Zone): Span {
  const startOf = (day: Day) => toInstant(`${day} 00:00:00`, zone)
  return { fromMs: startOf(first), beforeMs: startOf(addDays(last, 1)) }
}

export function dayAt(instantMs: number, zone: Zone): Day {
  return toWall(instantMs, zone).slice(0, 10)
}

/** The last day of an event. One that ends at midnight does not reach into the new day. */
export function lastDayOf(
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
  zone: Zone,
): Day {
  return dayAt(Math.max(startMs, endMs - 1), zone)
}
