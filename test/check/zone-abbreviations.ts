import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import data from 'moment-timezone/data/packed/latest.json' with { type: 'json' }

/**
 * Makes `src/calendar/time/abbreviations.ts` of moment-timezone's packed data: the letters that stand for each
 * offset of a zone, without its rules, which every host has. 730 kB become 20. Run it after that package changed.
 */
const ROOT = join(import.meta.dirname, '../..')
const TARGET = join(ROOT, 'src/calendar/time/abbreviations.ts')

/** The text of the module. */
export function abbreviationModule(): string {
  const groups = new Map<string, string[]>()
  for (const [name, letters] of namedLetters()) {
    if (letters !== '') groups.set(letters, [...(groups.get(letters) ?? []), name])
  }
  const lines = [...groups]
    .map(([letters, names]) => `${letters}|${names.sort().join(' ')}`)
    .sort()
    .join('\n')
  return `// Made by test/check/zone-abbreviations.ts of moment-timezone's data (MIT), itself made of the time zone database.

/**
 * One line for zones that agree: abbreviations since 1970, each with its offset in minutes east of UTC, and with the
 * minute since 1970 that it ended where the offset is called otherwise today; then the zones. What has no letters is
 * written as its offset.
 */
export const ABBREVIATIONS = \`
${lines}
\`
`
}

function namedLetters(): Map<string, string> {
  const { zones, links } = data
  const letters = new Map(zones.map((zone) => [zone.slice(0, zone.indexOf('|')), lettersOf(zone)]))
  for (const link of links) {
    const [target = '', name = ''] = link.split('|')
    letters.set(name, letters.get(target) ?? '')
  }
  return letters
}

interface Called {
  /** Empty where the zone is called by its offset. */
  readonly letters: string
  readonly fromMinutes: number
}

/** The letters of each offset that was in force since 1970; the times of the data are minutes from there. */
function lettersOf(zone: string): string {
  const [, names = '', offsets = '', order = '', differences = ''] = zone.split('|')
  const abbreviations = names.split(' ')
  const east = offsets.split(' ').map((offset) => -fromBase60(offset))
  const ends = [
    ...differences
      .split(' ')
      .filter((text) => text !== '')
      .map(fromBase60),
  ]
  const called = new Map<number, Called[]>()
  let endMinutes = 0
  for (const [period, digit] of [...order].entries()) {
    const fromMinutes = Math.round(endMinutes)
    endMinutes = period < ends.length ? endMinutes + (ends[period] ?? 0) : Number.POSITIVE_INFINITY
    const index = fromBase60(digit)
    const letters = /^[a-z]/i.test(abbreviations[index] ?? '') ? (abbreviations[index] ?? '') : ''
    const before = called.get(east[index] ?? 0) ?? []
    if (endMinutes <= 0 || before.at(-1)?.letters === letters) continue
    called.set(east[index] ?? 0, [...before, { letters, fromMinutes }])
  }
  return [...called]
    .sort(([one], [other]) => one - other)
    .flatMap(([offset, names]) => entries(offset, names))
    .join(' ')
}

/** One for each name: all but the newest with the minute that it ends. The offset alone needs no entry at the end. */
function entries(offset: number, names: readonly Called[]): readonly string[] {
  return names.flatMap(({ letters }, index) => {
    const next = names[index + 1]
    const entry = `${letters}${offset < 0 ? '' : '+'}${offset}`
    if (next) return `${entry}<${next.fromMinutes}`
    return letters === '' ? [] : entry
  })
}

/** Digits 0 to 9, a to x, A to X; after a point, parts of a minute. */
function fromBase60(text: string): number {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const digits = (part: string) => [...part].map((digit) => DIGITS.indexOf(digit))
  const size =
    digits(whole).reduce((sum, digit) => sum * 60 + digit, 0) +
    digits(fraction).reduce((sum, digit, place) => sum + digit / 60 ** (place + 1), 0)
  return text.startsWith('-') ? -size : size
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX'

if (import.meta.main) writeFileSync(TARGET, abbreviationModule())
