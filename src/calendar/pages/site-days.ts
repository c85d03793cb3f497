import { toInstant, toWall, type WallText } from '../time/wall-clock.ts'
import type { Zone } from '../time/zone.ts'

/** A calendar day of the site, `YYYY-MM-DD`. */
export type SiteDay = string

/** A month of the site, `YYYY-MM`. */
export type Month = string

/** A range of instants in milliseconds since 1970: from `fromMs`, and before `beforeMs`. */
export interface InstantSpan {
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

export function addSiteDays(day: SiteDay, count: number): SiteDay {
  return new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)
}

/** The days of a month, in order. */
export function daysOf(month: Month): readonly SiteDay[] {
  const days: SiteDay[] = []
  for (let day = `${month}-01`; day.startsWith(month); day = addSiteDays(day, 1)) days.push(day)
  return days
}

/** Consecutive days, or the days on which an event takes place. */
export interface DaySpan {
  readonly firstDay: SiteDay
  readonly lastDay: SiteDay
}

/** The instants of consecutive days of the site. */
export function spanOf({ firstDay: first, lastDay: last }: DaySpan, zone: Zone): InstantSpan {
  const startOf = (day: SiteDay) => toInstant(`${day} 00:00:00`, zone)
  return { fromMs: startOf(first), beforeMs: startOf(addSiteDays(last, 1)) }
}

export function dayAt(instantMs: number, zone: Zone): SiteDay {
  return toWall(instantMs, zone).slice(0, 10)
}

export interface TimesOfDays {
  readonly startMs: number
  readonly endMs: number
  /** Start as a wall clock in the event's own zone. */
  readonly start: WallText
  readonly allDay: boolean
}

const DAY_MS = 86_400_000

/**
 * The days of an event: those of the site, and of an all-day event those of its own zone, since it names days and no
 * times. An event that ends at midnight does not reach into the new day.
 */
export function daysOfEvent({ startMs, endMs, start, allDay }: TimesOfDays, zone: Zone): DaySpan {
  if (!allDay) return { firstDay: dayAt(startMs, zone), lastDay: dayAt(Math.max(startMs, endMs - 1), zone) }
  const firstDay = start.slice(0, 10)
  // With a change of summer time, an all-day event is an hour longer or shorter than its days.
  const count = Math.max(Math.round((endMs - startMs) / DAY_MS), 1)
  return { firstDay, lastDay: addSiteDays(firstDay, count - 1) }
}
