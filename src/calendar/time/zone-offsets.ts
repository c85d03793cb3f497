import { Temporal } from 'temporal-polyfill'

/** The offsets of one zone of the time zone database. */
export interface ZoneOffsets {
  /** As the database spells it. */
  readonly name: string
  /** Milliseconds to add to UTC at an instant. */
  offsetMs(instantMs: number): number
}

interface Period {
  readonly fromMs: number
  readonly offsetMs: number
}

/** Changes in one year of one zone; more than any zone ever had. */
const MOST_CHANGES = 12
const MOST_ZONES = 700
const MOST_YEARS = 200

/** What was asked for before: answers of pure functions, so it holds nothing of anybody. */
const known = new Map<string, ZoneOffsets>()

/**
 * The zone of that name, in any case; `undefined` when the host's rules have none. Offsets are worked out once
 * for each year, since asking the host for each event would take most of the time of a list.
 */
export function zoneOffsets(name: string): ZoneOffsets | undefined {
  const key = name.toLowerCase()
  const found = known.get(key) ?? read(name)
  if (!found) return undefined
  if (known.size >= MOST_ZONES) known.clear()
  known.set(key, found)
  return found
}

function read(name: string): ZoneOffsets | undefined {
  // Temporal would take whole ISO dates with a zone in them, too.
  if (!/^[a-z][a-z0-9_+-]{1,30}(?:\/[a-z0-9_+-]{1,30}){0,2}$/i.test(name)) return undefined
  try {
    const { timeZoneId } = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return { name: timeZoneId, offsetMs: offsetsByYear(timeZoneId) }
  } catch {
    return undefined
  }
}

function offsetsByYear(name: string): (instantMs: number) => number {
  const years = new Map<number, readonly Period[]>()
  return (instantMs) => {
    const year = new Date(instantMs).getUTCFullYear()
    let periods = years.get(year)
    if (!periods) {
      periods = periodsOf(name, year)
      if (years.size >= MOST_YEARS) years.clear()
      years.set(year, periods)
    }
    return periods.findLast(({ fromMs }) => fromMs <= instantMs)?.offsetMs ?? 0
  }
}

function periodsOf(name: string, year: number): readonly Period[] {
  const startMs = new Date(0).setUTCFullYear(year, 0, 1)
  const endMs = new Date(0).setUTCFullYear(year + 1, 0, 1)
  const periods: Period[] = []
  let moment: Temporal.ZonedDateTime | null =
    Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(name)
  while (moment && moment.epochMilliseconds < endMs && periods.length < MOST_CHANGES) {
    periods.push({ fromMs: moment.epochMilliseconds, offsetMs: moment.offsetNanoseconds / 1e6 })
    moment = moment.getTimeZoneTransition('next')
  }
  return periods
}
