import { isoWeekDay, readMonth, readUnit, readWeekday, type Unit } from './date-names.ts'
import { fixedOffset, parseZone, UTC, type Zone } from './zone.ts'

/**
 * A step from the base date: by units (`+1 week`), to a weekday (0 is Sunday), or to the nth or last (-1) one of a
 * month.
 */
export type Move =
  | { readonly unit: Unit; readonly count: number }
  | { readonly weekday: number; readonly direction: 'onwards' | 'next' | 'last' }
  | { readonly weekday: number; readonly ordinal: number }

/** The parts of a date read so far. Parts that the text does not state are absent. */
export interface DateReading {
  date?: { readonly year?: number; readonly month: number; readonly day: number }
  time?: { readonly hour: number; readonly minute: number; readonly second: number }
  zone?: Zone
  /** Seconds since 1970. */
  timestamp?: number
  edgeOfMonth?: 'first' | 'last'
  /** True when the time is midnight unless stated. */
  isWholeDay?: boolean
  moves: Move[]
}

/** One date format. `read` adds the match to the reading, and returns false when it does not fit. */
interface DateFormat {
  readonly form: RegExp
  readonly read: (reading: DateReading, match: readonly string[]) => boolean
}

const YEAR = String.raw`(\d{4})`
const MONTH = '(0?[0-9]|1[0-2])'
const DAY = '([0-2]?[0-9]|3[01])'
const NAME = '([a-z]{3,9})'
const END = String.raw`(?![\d:/.-]*\d)`
/** The end of a date, which a time may follow. */
const DATE_END = String.raw`(?![\d-])`

/** Every format. Order matters: a format comes before those that would match a part of it. No repetition is nested. */
export const DATE_FORMATS: readonly DateFormat[] = [
  form(String.raw`@(-?\d{1,12})(?:\.\d{1,9})?${END}`, (reading, [, seconds]) => {
    if (reading.timestamp !== undefined) return false
    reading.timestamp = Number(seconds)
    return true
  }),
  dated(String.raw`${YEAR}([-/])${MONTH}\2${DAY}${DATE_END}`, ([, year, , month, day]) => ({
    year,
    month,
    day,
  })),
  dated(String.raw`${YEAR}(\d\d)(\d\d)(?=t\d|\s|$)`, ([, year, month, day]) => ({ year, month, day })),
  dated(String.raw`${MONTH}/${DAY}/(\d{4}|\d\d)(?!\d)`, ([, month, day, year]) => ({ year, month, day })),
  dated(String.raw`${DAY}([-.])${MONTH}\2${YEAR}(?!\d)`, ([, day, , month, year]) => ({ year, month, day })),
  dated(`${YEAR}-${MONTH}${DATE_END}`, ([, year, month]) => ({ year, month, day: '1' })),
  form(String.raw`${YEAR}-?w(\d\d)(?:-?([0-7]))?(?!\d)`, (reading, [, year = '', week = '', day = '']) => {
    if (reading.date || Number(week) < 1 || Number(week) > 53) return false
    const monday = isoWeekDay({ year: Number(year), week: Number(week), day: Number(day || 1) })
    reading.date = monday
    return true
  }),
  dated(
    String.raw`${NAME}[ .-]{0,3}(\d{1,2})(?:st|nd|rd|th)?(?:[ ,.-]{1,3}${YEAR})?${END}`,
    ([, month, day, year]) => ({
      year,
      month,
      day,
    }),
  ),
  dated(`${NAME}[ .-]{0,3}${YEAR}${END}`, ([, month, year]) => ({ year, month, day: '1' })),
  dated(
    String.raw`(\d{1,2})(?:st|nd|rd|th)?[ .-]{0,3}${NAME}\.?(?:[ ,.-]{1,3}${YEAR})?${END}`,
    ([, day, month, year]) => ({
      year,
      month,
      day,
    }),
  ),
  dated(String.raw`${YEAR}[ .-]{0,3}${NAME}[ .-]{0,3}(\d{1,2})${END}`, ([, year, month, day]) => ({
    year,
    month,
    day,
  })),
  timed(String.raw`(0?[1-9]|1[0-2])(?::([0-5]?\d)(?::([0-5]?\d))?)?\s{0,2}([ap])\.?m\b\.?`),
  timed(String.raw`t?([01]?\d|2[0-4]):([0-5]?\d)(?::([0-5]?\d|60)(?:[.,:]\d{1,9})?)?(?![\d:])`),
  timed(String.raw`t([01]\d|2[0-4])([0-5]\d)([0-5]\d)?(?!\d)`),
  form(
    String.raw`(first|second|third|fourth|fifth|last)\s{1,3}([a-z]{3,9}) of\b`,
    (reading, [, place = '', name = '']) => {
      const weekday = readWeekday(name)
      if (weekday === undefined) return false
      const ordinal = ['first', 'second', 'third', 'fourth', 'fifth'].indexOf(place.toLowerCase()) + 1
      reading.moves.push({ weekday, ordinal: ordinal || -1 })
      reading.isWholeDay = true
      return true
    },
  ),
  form(String.raw`(first|last) day of\b`, (reading, [, edge = '']) => {
    reading.edgeOfMonth = edge.toLowerCase() === 'first' ? 'first' : 'last'
    return true
  }),
  form(String.raw`(next|last|previous|this)\s{1,3}([a-z]{3,9})\b`, (reading, [, which = '', name = '']) =>
    readMove(reading, { which: which.toLowerCase(), name }),
  ),
  form(
    String.raw`([+-]?)\s{0,2}(\d{1,6})\s{0,2}([a-z]{3,10})(\s{1,2}ago)?\b`,
    (reading, [, sign, digits, name = '', ago]) => {
      const unit = readUnit(name)
      if (!unit) return false
      const isBack = (sign === '-') !== (ago !== '')
      reading.moves.push({ ...unit, count: unit.count * Number(digits) * (isBack ? -1 : 1) })
      return true
    },
  ),
  form(String.raw`(now|today|midnight|noon|tomorrow|yesterday)\b`, (reading, [, word = '']) =>
    readWord(reading, word.toLowerCase()),
  ),
  form(String.raw`([a-z]{3,9})\b`, (reading, [, name = '']) => readMove(reading, { which: 'onwards', name })),
  form(
    String.raw`(z|utc|gmt|[+-]\d{1,2}(?::?[0-5]\d)?|[a-z]{3,4}|[a-z_]{2,20}/[a-z_/+-]{2,30})(?![\w:])`,
    (reading, [, name = '']) => {
      if (reading.zone || !(reading.time ?? reading.date)) return false
      const zone = fixedOffset(name) || name.includes('/') ? parseZone(name, UTC) : undefined
      if (!zone) return false
      reading.zone = zone
      return true
    },
  ),
]

function form(source: string, read: DateFormat['read']): DateFormat {
  return { form: new RegExp(source, 'iy'), read }
}

/** Makes a date format. Two-digit years are 1970 to 2069. */
function dated(
  source: string,
  parts: (match: readonly string[]) => Record<'year' | 'month' | 'day', string | undefined>,
): DateFormat {
  return form(source, (reading, match) => {
    const { year = '', month = '', day = '' } = parts(match)
    const number = /^\d/.test(month) ? Number(month) : readMonth(month)
    if (reading.date || number === undefined || number > 12 || Number(day) > 31) return false
    const short = Number(year) + (Number(year) < 70 ? 2000 : 1900)
    reading.date = {
      ...(year !== '' && { year: year.length === 2 ? short : Number(year) }),
      month: number,
      day: Number(day),
    }
    return true
  })
}

function timed(source: string): DateFormat {
  return form(source, (reading, [, hour, minute = '', second = '', half = '']) => {
    if (reading.time) return false
    const afternoon = half === '' ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
    reading.time = { hour: afternoon, minute: Number(minute), second: Number(second) }
    return true
  })
}

function readMove(reading: DateReading, { which, name }: { which: string; name: string }): boolean {
  const weekday = readWeekday(name)
  if (weekday !== undefined) {
    const direction = which === 'next' ? 'next' : which === 'onwards' || which === 'this' ? 'onwards' : 'last'
    reading.moves.push({ weekday, direction })
    reading.isWholeDay = true
    return true
  }
  const unit = which === 'onwards' ? undefined : readUnit(name)
  if (!unit) return false
  const steps = which === 'next' ? 1 : which === 'this' ? 0 : -1
  reading.moves.push({ ...unit, count: unit.count * steps })
  return true
}

function readWord(reading: DateReading, word: string): boolean {
  if (word === 'now') return true
  if (word === 'noon' && reading.time) return false
  if (word === 'noon') reading.time = { hour: 12, minute: 0, second: 0 }
  if (word === 'tomorrow') reading.moves.push({ unit: 'day', count: 1 })
  if (word === 'yesterday') reading.moves.push({ unit: 'day', count: -1 })
  reading.isWholeDay = true
  return true
}
