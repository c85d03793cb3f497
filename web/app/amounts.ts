import { counted } from './language/counted.ts'
import { frameTexts } from './language/frame-texts.ts'
import { locale } from './language/language.ts'

type Noun = 'block' | 'commit' | 'file' | 'item' | 'record'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Formats a number of bytes in the reader's language: `1.3 MB`. */
export function bytesText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1)
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(bytes / 1000 ** power)
}

/** Formats a count with its noun: `1 file`, `1,203 files`. */
export function countText(count: number, noun: Noun): string {
  return counted(frameTexts[noun], count)
}

/** Formats a duration, rounded up: `42 seconds`, `3 minutes`. */
export function durationText(seconds: number): string {
  const [count, unit] =
    seconds <= 59
      ? ([seconds, 'second'] as const)
      : seconds <= 59 * 60
        ? ([seconds / 60, 'minute'] as const)
        : ([seconds / 3600, 'hour'] as const)
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(Math.max(1, Math.ceil(count)))
}
