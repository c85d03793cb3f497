/** A day as `YYYY-MM-DD`. Days are counted in UTC, where none is longer than another; no instant is meant. */
export type Day = string

const DAY_MS = 86_400_000

/** The day it is for the visitor. */
export function today(): Day {
  const now = new Date()
  return dayOf(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()))
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && dayOf(Date.parse(text)) === text
}

export function addDays(day: Day, count: number): Day {
  return dayOf(Date.parse(day) + count * DAY_MS)
}

/** The same day of another month, or the last one of a shorter month. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month - 1 + count, Math.min(date, last)))
}

export function firstOfMonth(day: Day): Day {
  return `${day.slice(0, 8)}01`
}

/** The Monday on or before. */
export function firstOfWeek(day: Day): Day {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7))
}

/** How many days `to` lies after `from`. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** `count` days from the first on. */
export function daysFrom(first: Day, count: number): readonly Day[] {
  return Array.from({ length: count }, (_, at) => addDays(first, at))
}

/** The day in the visitor's language. */
export function dayText(day: Day, options: Intl.DateTimeFormatOptions): string {
  return new Date(day).toLocaleDateString(undefined, { timeZone: 'UTC', ...options })
}

function dayOf(instantMs: number): Day {
  return Number.isNaN(instantMs) ? '' : new Date(instantMs).toISOString().slice(0, 10)
}
