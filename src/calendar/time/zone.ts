import { ABBREVIATIONS } from './abbreviations.ts'
import { fixedOffset } from './fixed-offset.ts'
import { zoneOffsets } from './zone-offsets.ts'

/** A time zone as somebody named it. */
export interface Zone {
  /** As it was sent. */
  readonly label: string
  /** Milliseconds to add to UTC at an instant, itself in milliseconds since 1970. */
  offsetMs(instantMs: number): number
  /** What it is called at an instant: letters, or the offset where there are none. */
  abbreviation(instantMs: number): string
}

/** Coordinated universal time. */
export const UTC: Zone = fixedZone('UTC', { offsetMs: 0, abbreviation: 'UTC' })

/**
 * The zone a text names: an IANA name in any case, an abbreviation such as `EST`, `Z`, `+02:00`, or `UTC+5:30`,
 * which is a fixed offset. An empty text is the site's zone; `undefined` for anything else. Spec: calendar
 * facts, section 6.3.
 */
export function parseZone(text: string, siteZone: Zone): Zone | undefined {
  if (text === '') return siteZone
  const fixed = fixedOffset(text)
  if (fixed) return fixedZone(text, fixed)
  const named = zoneOffsets(text)
  if (!named) return undefined
  return {
    label: text,
    offsetMs: named.offsetMs,
    abbreviation(instantMs) {
      const offsetMs = named.offsetMs(instantMs)
      const names = lettersByZone().get(text.toLowerCase()) ?? []
      const called = names.find((name) => name.offsetMs === offsetMs && instantMs < name.untilMs)
      return called?.letters || numericAbbreviation(offsetMs)
    },
  }
}

/** What the zone is called at an instant: `EDT`, `-03`; a manual offset is called as it was written. */
export function zoneAbbreviation(zone: Zone, instantMs: number): string {
  return zone.abbreviation(instantMs)
}

function fixedZone(
  label: string,
  { offsetMs, abbreviation }: { readonly offsetMs: number; readonly abbreviation: string },
): Zone {
  return { label, offsetMs: () => offsetMs, abbreviation: () => abbreviation }
}

/** `-03`, `+0545`. */
function numericAbbreviation(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / 60_000)
  const hours = String(Math.trunc(minutes / 60)).padStart(2, '0')
  const rest = minutes % 60 === 0 ? '' : String(minutes % 60).padStart(2, '0')
  return `${offsetMs < 0 ? '-' : '+'}${hours}${rest}`
}

/** What a zone is called at one offset, until something else was said. */
interface Called {
  /** Empty where it is called by the offset. */
  readonly letters: string
  readonly offsetMs: number
  readonly untilMs: number
}

let letters: ReadonlyMap<string, readonly Called[]> | undefined

/** Names by zone in lower case, older ones first; parsed at the first call. */
function lettersByZone(): ReadonlyMap<string, readonly Called[]> {
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

/** `EST-300`, or `PDT-420<29892060` for what ended in that minute. */
function parseAbbreviation(text: string): Called {
  const [name = '', until] = text.split('<')
  const at = name.search(/[+-]/)
  return {
    letters: name.slice(0, at),
    offsetMs: Number(name.slice(at)) * 60_000,
    untilMs: until === undefined ? Number.POSITIVE_INFINITY : Number(until) * 60_000,
  }
}
