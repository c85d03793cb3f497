import { zoneOffsets } from './zone-offsets.ts'

/** A time zone. */
export interface Zone {
  /** The name as sent. */
  readonly label: string
  /** Milliseconds to add to UTC at an instant, itself in milliseconds since 1970. */
  offsetMs(instantMs: number): number
  /** Of a fixed offset, as written. Absent where the abbreviation depends on the instant. */
  readonly fixedAbbreviation?: string
}

/** Coordinated universal time. */
export const UTC: Zone = fixedZone('UTC', { offsetMs: 0, abbreviation: 'UTC' })

/** The site's zone when the owner has set none. */
export const DEFAULT_SITE_ZONE = 'UTC+0'

/** The site's zone by its name, which was checked when the setting was read. */
export function readSiteZone(name = DEFAULT_SITE_ZONE): Zone {
  return parseZone(name, UTC) ?? UTC
}

/**
 * Parses the name of a zone: an IANA name in any case, an abbreviation such as `EST`, `Z`, `+02:00`, or `UTC+5:30`,
 * which is a fixed offset. An empty text gives the site's zone; anything else gives `undefined`. Spec: calendar
 * facts, section 6.3.
 */
export function parseZone(text: string, siteZone: Zone): Zone | undefined {
  if (text === '') return siteZone
  const fixed = fixedOffset(text)
  if (fixed) return fixedZone(text, fixed)
  const named = zoneOffsets(text)
  if (!named) return undefined
  return { label: text, offsetMs: named.offsetMs }
}

function fixedZone(
  label: string,
  { offsetMs, abbreviation }: { readonly offsetMs: number; readonly abbreviation: string },
): Zone {
  return { label, offsetMs: () => offsetMs, fixedAbbreviation: abbreviation }
}

/** A zone with one constant offset. */
export interface FixedOffset {
  readonly offsetMs: number
  readonly abbreviation: string
}

const MINUTE_MS = 60_000
const LONGEST_MINUTES = 14 * 60

/**
 * Parses a fixed offset: `UTC`, `UTC+2`, `UTC-3.5`, `UTC+5:30`, `Z`, `+02:00`, `+0200`, or an abbreviation of a
 * single zone. `undefined` for other texts and for more than 14 hours. Spec: calendar facts, section 6.3.
 *
 * Spec gap: abbreviations that several countries use for different offsets, such as `IST`, are refused.
 */
export function fixedOffset(text: string): FixedOffset | undefined {
  if (text.length > 12) return undefined
  const utc = /^UTC(?:([+-])(\d{1,2})(?:\.(\d{1,2})|:([0-5]\d))?)?$/i.exec(text)
  if (utc) {
    const [, sign = '+', hours = '0', fraction = '0', minutes = '0'] = utc
    return bounded(
      sign,
      Number(hours) * 60 + Math.round(Number(`0.${fraction}`) * 60) + Number(minutes),
      utc[1] === undefined ? 'UTC' : text,
    )
  }
  const plain = /^([+-])(\d{1,2})(?::?([0-5]\d))?$/.exec(text)
  if (plain) {
    const [, sign = '+', hours = '0', minutes = '00'] = plain
    const name = `GMT${sign}${hours.padStart(2, '0')}${minutes}`
    return bounded(sign, Number(hours) * 60 + Number(minutes), name)
  }
  const minutes = ABBREVIATED.get(text.toUpperCase())
  return minutes === undefined
    ? undefined
    : { offsetMs: minutes * MINUTE_MS, abbreviation: text.toUpperCase() }
}

function bounded(sign: string, minutes: number, abbreviation: string): FixedOffset | undefined {
  if (minutes > LONGEST_MINUTES) return undefined
  return { offsetMs: (sign === '-' && minutes > 0 ? -minutes : minutes) * MINUTE_MS, abbreviation }
}

/** Offsets of unambiguous abbreviations, in minutes east of UTC. */
const ABBREVIATED: ReadonlyMap<string, number> = new Map([
  ['Z', 0],
  ['GMT', 0],
  ['WET', 0],
  ['WEST', 60],
  ['BST', 60],
  ['CET', 60],
  ['CEST', 120],
  ['EET', 120],
  ['EEST', 180],
  ['MSK', 180],
  ['SAST', 120],
  ['JST', 540],
  ['KST', 540],
  ['AWST', 480],
  ['ACST', 570],
  ['ACDT', 630],
  ['AEST', 600],
  ['AEDT', 660],
  ['NZST', 720],
  ['NZDT', 780],
  ['NST', -210],
  ['NDT', -150],
  ['AST', -240],
  ['ADT', -180],
  ['EST', -300],
  ['EDT', -240],
  ['CST', -360],
  ['CDT', -300],
  ['MST', -420],
  ['MDT', -360],
  ['PST', -480],
  ['PDT', -420],
  ['AKST', -540],
  ['AKDT', -480],
  ['HST', -600],
])
