const DAY_MS = 86_400_000

/** The day of an ISO week; day 1 is Monday. The fourth of January is always in the first week. */
export function isoWeekDay({
  year,
  week,
  day,
}: {
  readonly year: number
  readonly week: number
  readonly day: number
}): { readonly year: number; readonly month: number; readonly day: number } {
  const fourthMs = new Date(0).setUTCFullYear(year, 0, 4)
  const dayOfWeek = new Date(fourthMs).getUTCDay() || 7
  const date = new Date(fourthMs + ((week - 1) * 7 + day - dayOfWeek) * DAY_MS)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}
