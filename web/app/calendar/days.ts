import { locale } from '../language/language.ts'
/** A calendar day as `YYYY-MM-DD`. Calculations use UTC, where all days have the same length. It is not an instant. */
export type Day = string

const DAY_MS = 86_400_000

/** Today in the visitor's time zone. */
export function today(): Day {
  return localDay(Date.now())
}

/** The day of an instant in the visitor's time zone. */
export function localDay(instantMs: number): Day {
  const at = new Date(instantMs)
  return dayOf(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()))
}

/** The instant at which a day begins in the visitor's time zone, in milliseconds since 1970. */
export function startOfDay(day: Day): number {
  return Date.parse(`${day}T00:00`)
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && dayOf(Date.parse(text)) === text
}

export function addDays(day: Day, count: number): Day {
  return dayOf(Date.parse(day) + count * DAY_MS)
}

/** The same day of another month, or the last day of a shorter month. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month - 1 + count, Math.min(date, last)))
}

export function firstOfMonth(day: Day): Day {
  return `${day.slice(0, 8)}01`
}

/** The Monday of the day's week. */
export function firstOfWeek(day: Day): Day {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7))
}

/** The number of days from `from` to `to`. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** `count` consecutive days. */
export function daysFrom(first: Day, count: number): readonly Day[] {
  return Array.from({ length: count }, (_, at) => addDays(first, at))
}

/** Formats the day in the visitor's language. */
export function dayText(day: Day, options: Intl.DateTimeFormatOptions): string {
  return new Date(day).toLocaleDateString(locale, { timeZone: 'UTC', ...options })
}

function dayOf(instantMs: number): Day {
  return Number.isNaN(instantMs) ? '' : new Date(instantMs).toISOString().slice(0, 10)
}
