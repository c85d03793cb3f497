import { DATE_FORMATS, type DateReading, type Move } from './date-formats.ts'
import { toInstant, toWall, type WallText } from './wall-clock.ts'
import { UTC, type Zone } from './zone.ts'

export interface ParseDateOptions {
  /** The zone of "now", to which relative words and missing parts refer. */
  readonly zone: Zone
  /** Milliseconds since 1970. */
  readonly nowMs: number
}

/** A parsed date. */
export interface ParsedDate {
  /** The wall clock as written; the offset in the text is not applied. */
  readonly wall: WallText
  /** The instant, in milliseconds since 1970; absent when the text had neither offset nor timestamp. */
  readonly instantMs?: number
}

/** Longer texts are refused unparsed. */
const LONGEST_TEXT = 80

/** The last second of year 9999. */
const LAST_MS = 253_402_300_799_000
/** The first second of year 1. */
const FIRST_MS = -62_135_596_800_000

/**
 * Parses a date in any supported format: ISO 8601, `May 1, 2027 8pm`, `05/01/2027` (month first), `01-05-2027` (day
 * first), `2027-W18-6`, timestamps, `tomorrow 5pm`, `+1 week`. Days past the end of a month and 24:00 roll over.
 * `undefined` for anything else, and outside the years 1 to 9999. Spec: calendar facts, section 6.1.
 */
export function parseDate(text: string, { zone, nowMs }: ParseDateOptions): ParsedDate | undefined {
  if (text.length > LONGEST_TEXT) return undefined
  const trimmed = text.trim()
  if (/^[+-]?\d{1,15}(?:\.\d{1,9})?$/.test(trimmed)) return atTimestamp(Number(trimmed))
  const words = readDateWords(trimmed)
  if (!words) return undefined
  if (words.timestamp !== undefined) return atTimestamp(words.timestamp)
  const localMs = resolveDate(words, { localNowMs: nowMs + (words.zone ?? zone).offsetMs(nowMs) })
  if (!isInRange(localMs)) return undefined
  const wall = toWall(localMs, UTC)
  return words.zone ? { wall, instantMs: toInstant(wall, words.zone) } : { wall }
}

/** Spec gap: a timestamp gives the wall clock of UTC, whatever the zone. */
function atTimestamp(seconds: number): ParsedDate | undefined {
  const instantMs = Math.trunc(seconds) * 1000
  return isInRange(instantMs) ? { wall: toWall(instantMs, UTC), instantMs } : undefined
}

function isInRange(milliseconds: number): boolean {
  return milliseconds >= FIRST_MS && milliseconds <= LAST_MS
}

const MOST_WORDS = 16

/**
 * Reads the parts of a date without resolving them. `undefined` when a part fits no format, or when two parts state
 * the same thing, such as two dates.
 */
function readDateWords(text: string): DateReading | undefined {
  const reading: DateReading = { moves: [] }
  let at = 0
  for (let count = 0; at < text.length; count++) {
    const length = count < MOST_WORDS ? readOne(text, { at, reading }) : 0
    if (length === 0) return undefined
    at += length
    at += /^[\s,]*/.exec(text.slice(at))?.[0].length ?? 0
  }
  return text === '' ? undefined : reading
}

/** Reads one part by the first format that fits. Returns its length; 0 when none fits. */
function readOne(
  text: string,
  { at, reading }: { readonly at: number; readonly reading: DateReading },
): number {
  for (const { form, read } of DATE_FORMATS) {
    form.lastIndex = at
    const match = form.exec(text)
    if (
      match &&
      read(
        reading,
        match.map((part) => part ?? ''),
      )
    )
      return match[0].length
  }
  return 0
}

const SECOND_MS = 1000
const DAY_MS = 86_400_000

/**
 * Resolves a reading to a wall clock, in milliseconds as if it were UTC. Parts that are not stated come from now:
 * the whole date, the year, or the time when only steps are stated. Steps are applied in the order months, days,
 * seconds. Days past the end of a month roll over into the next.
 */
function resolveDate(reading: DateReading, { localNowMs }: { readonly localNowMs: number }): number {
  const now = new Date(localNowMs)
  const { date, moves } = reading
  const midnight = new Date(0)
  const month = (date?.month ?? now.getUTCMonth() + 1) - 1 + sum(moves, 'month')
  midnight.setUTCFullYear(date?.year ?? now.getUTCFullYear(), month, date?.day ?? now.getUTCDate())
  const edge = reading.edgeOfMonth
  if (edge) {
    const edgeMonth = month + (edge === 'last' ? 1 : 0)
    midnight.setUTCFullYear(date?.year ?? now.getUTCFullYear(), edgeMonth, edge === 'last' ? 0 : 1)
  }
  const days = midnight.getTime() + sum(moves, 'day') * DAY_MS
  const day = moves.reduce((from, move) => ('weekday' in move ? toWeekday(from, move) : from), days)
  return day + timeOf(reading, now) + sum(moves, 'second') * SECOND_MS
}

function sum(moves: readonly Move[], unit: 'second' | 'day' | 'month'): number {
  return moves.reduce((total, move) => ('unit' in move && move.unit === unit ? total + move.count : total), 0)
}

function timeOf({ date, time, isWholeDay }: DateReading, now: Date): number {
  if (time) return (time.hour * 3600 + time.minute * 60 + time.second) * SECOND_MS
  if (date || isWholeDay) return 0
  return Math.floor((now.getTime() % DAY_MS) / SECOND_MS) * SECOND_MS
}

function toWeekday(fromMs: number, move: Extract<Move, { weekday: number }>): number {
  if ('ordinal' in move) return toNthWeekday(fromMs, move)
  const { weekday, direction } = move
  const ahead = (weekday - new Date(fromMs).getUTCDay() + 7) % 7
  if (direction === 'onwards') return fromMs + ahead * DAY_MS
  if (direction === 'next') return fromMs + (ahead || 7) * DAY_MS
  return fromMs + (ahead - 7) * DAY_MS
}

/** The nth weekday of the month. Rolls over into the next month when there are fewer. */
function toNthWeekday(
  fromMs: number,
  { weekday, ordinal }: { readonly weekday: number; readonly ordinal: number },
): number {
  const edge = new Date(fromMs)
  edge.setUTCMonth(edge.getUTCMonth() + (ordinal < 0 ? 1 : 0), ordinal < 0 ? 0 : 1)
  const ahead = (weekday - edge.getUTCDay() + 7) % 7
  const days = ordinal < 0 ? (ahead === 0 ? 0 : ahead - 7) : ahead + (ordinal - 1) * 7
  return edge.getTime() + days * DAY_MS
}
