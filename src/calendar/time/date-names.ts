export type Unit = 'second' | 'day' | 'month'

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

const UNITS: ReadonlyMap<string, { readonly unit: Unit; readonly count: number }> = new Map([
  ['sec', { unit: 'second', count: 1 }],
  ['second', { unit: 'second', count: 1 }],
  ['min', { unit: 'second', count: 60 }],
  ['minute', { unit: 'second', count: 60 }],
  ['hour', { unit: 'second', count: 3600 }],
  ['day', { unit: 'day', count: 1 }],
  ['week', { unit: 'day', count: 7 }],
  ['fortnight', { unit: 'day', count: 14 }],
  ['month', { unit: 'month', count: 1 }],
  ['year', { unit: 'month', count: 12 }],
])

/** 1 to 12 for the name of a month: in full, its first three letters, or `sept`. */
export function readMonth(name: string): number | undefined {
  const word = name.toLowerCase()
  const index = MONTHS.findIndex((month) => month === word || month.slice(0, 3) === word)
  if (word === 'sept') return 9
  return index < 0 ? undefined : index + 1
}

/** 0 (Sunday) to 6 for the name of a weekday: in full, or its first three to five letters. */
export function readWeekday(name: string): number | undefined {
  const word = name.toLowerCase()
  const isName = (day: string) =>
    day === word || (word.length >= 3 && word.length <= 5 && day.startsWith(word))
  const index = WEEKDAYS.findIndex(isName)
  return index < 0 ? undefined : index
}

/** A unit of time in seconds, days or months, which cannot be converted into each other. */
export function readUnit(name: string): { readonly unit: Unit; readonly count: number } | undefined {
  const word = name.toLowerCase()
  return UNITS.get(word) ?? UNITS.get(word.replace(/s$/, ''))
}

const DAY_MS = 86_400_000

/** The date of a day in an ISO week. Day 1 is Monday; January 4 is always in week 1. */
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
