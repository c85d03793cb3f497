import { Temporal } from 'temporal-polyfill'

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
  const fourth = Temporal.PlainDate.from({ year, month: 1, day: 4 })
  return fourth.add({ days: (week - 1) * 7 + day - fourth.dayOfWeek })
}
