import type { Zone } from './zone.ts'

/** A wall clock `YYYY-MM-DD hh:mm:ss`, without a zone. */
export type WallText = string

/** Largest distance of a wall clock from UTC, with a margin. */
export const MOST_OFFSET_MS = 26 * 3_600_000

const DAY_MS = 86_400_000
const SECONDS_A_DAY = 86_400
const PATTERN = /^(\d{1,6})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/
const FIRST: WallText = '0001-01-01 00:00:00'
const LAST: WallText = '9999-12-31 23:59:59'

/**
 * Converts a wall clock in a zone to an instant, in milliseconds since 1970. A time that the zone skips moves
 * forward by the gap. A time that occurs twice means the first. Spec: calendar facts, section 6.2.
 */
export function toInstant(wall: WallText, zone: Zone): number {
  const localMs = Date.parse(`${wall.replace(' ', 'T')}Z`)
  const before = zone.offsetMs(localMs - DAY_MS)
  const after = zone.offsetMs(localMs + DAY_MS)
  const early = localMs - before
  if (before === after || zone.offsetMs(early) === before) return early
  const late = localMs - after
  return zone.offsetMs(late) === after ? late : early
}

/** Converts an instant to the wall clock in a zone. Clamped to the years 1 to 9999, which keeps the texts sortable. */
export function toWall(instantMs: number, zone: Zone): WallText {
  const shown = new Date(instantMs + zone.offsetMs(instantMs))
  const year = shown.getUTCFullYear()
  if (year < 1) return FIRST
  return year > 9999 ? LAST : shown.toISOString().slice(0, 19).replace('T', ' ')
}

/** The parts of a wall clock, zero-padded. Spec: calendar facts, section 2.1. */
export interface DateDetails {
  readonly year: string
  readonly month: string
  readonly day: string
  readonly hour: string
  readonly minutes: string
  readonly seconds: string
}

/** Splits a wall clock into its parts. */
export function dateDetails(wall: WallText): DateDetails {
  return {
    year: wall.slice(0, 4),
    month: wall.slice(5, 7),
    day: wall.slice(8, 10),
    hour: wall.slice(11, 13),
    minutes: wall.slice(14, 16),
    seconds: wall.slice(17, 19),
  }
}

/** A wall clock as a sortable number: the seconds since 1970 as if it were UTC. 0 for an invalid text. */
export function wallSeconds(wall: WallText): number {
  const match = PATTERN.exec(wall)
  if (!match) return 0
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map(Number)
  return daysOf(year, month, day) * SECONDS_A_DAY + hours * 3600 + minutes * 60 + seconds
}

/** The wall clock of a number from {@link wallSeconds}. */
export function wallOfSeconds(seconds: number): WallText {
  const days = Math.floor(seconds / SECONDS_A_DAY)
  const rest = seconds - days * SECONDS_A_DAY
  const [year, month, day] = dateOf(days)
  const clock = [Math.floor(rest / 3600), Math.floor(rest / 60) % 60, rest % 60]
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)} ${clock.map((part) => pad(part, 2)).join(':')}`
}

/** Days since 1970 in the Gregorian calendar. Years are counted from March, so that leap days come last. */
function daysOf(year: number, month: number, day: number): number {
  const years = month <= 2 ? year - 1 : year
  const era = Math.floor(years / 400)
  const yearOfEra = years - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

function dateOf(days: number): readonly [year: number, month: number, day: number] {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return [year, month, dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1]
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0')
}
