import type { Move, Reading } from './date-forms.ts'

const SECOND_MS = 1000
const DAY_MS = 86_400_000

/**
 * What a clock shows, in milliseconds as if it stood in UTC, when it reads as the words say. What they leave out
 * comes from now: the whole date, the year, or the time when nothing but steps is said. Months are stepped
 * before days, days before seconds, and days past the end of a month roll over into the next.
 */
export function resolveDate(reading: Reading, { shownNowMs }: { readonly shownNowMs: number }): number {
  const now = new Date(shownNowMs)
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

function timeOf({ date, time, isWholeDay }: Reading, now: Date): number {
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

/** The nth weekday of the month, which rolls over into the next when there are fewer. */
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
