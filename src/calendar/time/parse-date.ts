import { DATE_FORMS, type Reading } from './date-forms.ts'
import { resolveDate } from './resolve-date.ts'
import { toInstant, toWall, type WallText } from './wall-clock.ts'
import { UTC, type Zone } from './zone.ts'

export interface ParseDateOptions {
  /** Relative words and missing parts count from now in this zone. */
  readonly zone: Zone
  /** Milliseconds since 1970. */
  readonly nowMs: number
}

/** What a text says of a moment. */
export interface ParsedDate {
  /** The digits of the clock, whatever offset stood behind them. */
  readonly wall: WallText
  /** The moment itself, in milliseconds since 1970; absent when the text had neither offset nor timestamp. */
  readonly instantMs?: number
}

/** Longer than any date that was ever meant. */
const LONGEST_TEXT = 80

/** The last second of year 9999. */
const LAST_MS = 253_402_300_799_000
/** The first of year 1. */
const FIRST_MS = -62_135_596_800_000

/**
 * Reads a date in any accepted spelling: ISO 8601, `May 1, 2027 8pm`, `05/01/2027` (month first), `01-05-2027`
 * (day first), `2027-W18-6`, timestamps, `tomorrow 5pm`, `+1 week`. Days past the end of a month and 24:00 roll
 * over. `undefined` for anything else, and outside the years 1 to 9999. Spec: calendar facts, section 6.1.
 */
export function parseDate(text: string, { zone, nowMs }: ParseDateOptions): ParsedDate | undefined {
  if (text.length > LONGEST_TEXT) return undefined
  const trimmed = text.trim()
  if (/^[+-]?\d{1,15}(?:\.\d{1,9})?$/.test(trimmed)) return atTimestamp(Number(trimmed))
  const words = readDateWords(trimmed)
  if (!words) return undefined
  if (words.timestamp !== undefined) return atTimestamp(words.timestamp)
  const shownMs = resolveDate(words, { shownNowMs: nowMs + (words.zone ?? zone).offsetMs(nowMs) })
  if (!isInRange(shownMs)) return undefined
  const wall = toWall(shownMs, UTC)
  return words.zone ? { wall, instantMs: toInstant(wall, words.zone) } : { wall }
}

/** Spec gap: the clock of a timestamp is the one of UTC in every zone. */
function atTimestamp(seconds: number): ParsedDate | undefined {
  const instantMs = Math.trunc(seconds) * 1000
  return isInRange(instantMs) ? { wall: toWall(instantMs, UTC), instantMs } : undefined
}

function isInRange(milliseconds: number): boolean {
  return milliseconds >= FIRST_MS && milliseconds <= LAST_MS
}

const MOST_WORDS = 16

/**
 * What the words of a date say, none of them resolved. `undefined` when a part fits no form, or when two parts
 * say the same thing, such as two dates.
 */
function readDateWords(text: string): Reading | undefined {
  const reading: Reading = { moves: [] }
  let at = 0
  for (let count = 0; at < text.length; count++) {
    const length = count < MOST_WORDS ? readOne(text, { at, reading }) : 0
    if (length === 0) return undefined
    at += length
    at += /^[\s,]*/.exec(text.slice(at))?.[0].length ?? 0
  }
  return text === '' ? undefined : reading
}

/** The length of the first form that fits; 0 when none does. */
function readOne(text: string, { at, reading }: { readonly at: number; readonly reading: Reading }): number {
  for (const { form, read } of DATE_FORMS) {
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
