import { ABBREVIATIONS } from './abbreviations.ts'
import type { Zone } from './zone.ts'

/** Abbreviation of the zone at an instant: `EDT`, or `-03` where there are no letters. A fixed offset is returned as written. */
export function zoneAbbreviation({ label, fixedAbbreviation, offsetMs }: Zone, instantMs: number): string {
  if (fixedAbbreviation !== undefined) return fixedAbbreviation
  const offset = offsetMs(instantMs)
  const names = abbreviationsByZone().get(label.toLowerCase()) ?? []
  const match = names.find((name) => name.offsetMs === offset && instantMs < name.untilMs)
  return match?.letters || numericAbbreviation(offset)
}

/** Formats an offset as an abbreviation: `-03`, `+0545`. */
function numericAbbreviation(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / 60_000)
  const hours = String(Math.trunc(minutes / 60)).padStart(2, '0')
  const rest = minutes % 60 === 0 ? '' : String(minutes % 60).padStart(2, '0')
  return `${offsetMs < 0 ? '-' : '+'}${hours}${rest}`
}

/** An abbreviation of a zone for one offset, up to an instant. */
interface ZoneAbbreviation {
  /** Empty where the offset serves as abbreviation. */
  readonly letters: string
  readonly offsetMs: number
  readonly untilMs: number
}

let letters: ReadonlyMap<string, readonly ZoneAbbreviation[]> | undefined

/** Abbreviations by zone name in lower case, oldest first. Parsed at the first call. */
function abbreviationsByZone(): ReadonlyMap<string, readonly ZoneAbbreviation[]> {
  letters ??= new Map(
    ABBREVIATIONS.trim()
      .split('\n')
      .flatMap((line) => {
        const [abbreviations = '', zones = ''] = line.split('|')
        const names = abbreviations.split(' ').map(parseAbbreviation)
        return zones.split(' ').map((zone) => [zone.toLowerCase(), names] as const)
      }),
  )
  return letters
}

/** Parses `EST-300`, or `PDT-420<29892060` for an abbreviation that ended in that minute since 1970. */
function parseAbbreviation(text: string): ZoneAbbreviation {
  const [name = '', until] = text.split('<')
  const at = name.search(/[+-]/)
  return {
    letters: name.slice(0, at),
    offsetMs: Number(name.slice(at)) * 60_000,
    untilMs: until === undefined ? Number.POSITIVE_INFINITY : Number(until) * 60_000,
  }
}
