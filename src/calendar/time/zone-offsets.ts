/** Offsets of a zone of the time zone database. */
export interface ZoneOffsets {
  /** Milliseconds to add to UTC at an instant. */
  offsetMs(instantMs: number): number
}

interface Period {
  readonly fromMs: number
  readonly offsetMs: number
}

const SECOND_MS = 1_000
/** Step of the search for changes: shorter than any period in which a zone's offset changed and changed back. */
const PROBE_MS = 7 * 86_400_000
const MOST_ZONES = 700
const MOST_YEARS = 200

/** Short names that ICU accepts and the time zone database lacks. Spec: ECMA-402, time zone identifiers. */
const ICU_ONLY = /^(AC|AE|AG|AR|AS|BE|BS|CA|CN|CS|CT|EA|EC|IE|IS|JS|MI|NE|NS|PL|PN|PR|PS|SS|VS)T$/

/** Cache. Results depend on nothing but name and year. */
const known = new Map<string, ZoneOffsets>()

/**
 * Finds a zone by name, ignoring case; `undefined` when the host does not know it. Offsets are computed once for
 * each year: asking `Intl` for each event would take most of the time of a list.
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
  // Intl would also accept offsets such as "+02:00".
  if (!/^[a-z][a-z0-9_+-]{1,30}(?:\/[a-z0-9_+-]{1,30}){0,2}$/i.test(name)) return undefined
  if (ICU_ONLY.test(name.toUpperCase())) return undefined
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
    return { offsetMs: offsetsByYear((instantMs) => parseOffset(format.format(instantMs))) }
  } catch {
    return undefined
  }
}

/**
 * Parses the offset at the end of a text: `GMT`, `GMT-03:30` or, before standard time, `GMT-00:01:15`.
 * Milliseconds.
 */
function parseOffset(text: string): number {
  const [, sign, hours, minutes, seconds] =
    /([+-])(\d+):(\d+)(?::(\d+))?$/.exec(text.replace('\u2212', '-')) ?? []
  const total = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
  return (sign === '-' ? -total : total) * SECOND_MS
}

function offsetsByYear(offsetAt: (instantMs: number) => number): (instantMs: number) => number {
  const years = new Map<number, readonly Period[]>()
  return (instantMs) => {
    const year = new Date(instantMs).getUTCFullYear()
    let periods = years.get(year)
    if (!periods) {
      periods = periodsOf(offsetAt, year)
      if (years.size >= MOST_YEARS) years.clear()
      years.set(year, periods)
    }
    return periods.findLast(({ fromMs }) => fromMs <= instantMs)?.offsetMs ?? 0
  }
}

/** The periods of equal offset in a year. Probes it week by week, and finds the second of each change by bisection. */
function periodsOf(offsetAt: (instantMs: number) => number, year: number): readonly Period[] {
  const startMs = new Date(0).setUTCFullYear(year, 0, 1)
  const endMs = new Date(0).setUTCFullYear(year + 1, 0, 1)
  const periods: Period[] = [{ fromMs: startMs, offsetMs: offsetAt(startMs) }]
  for (let fromMs = startMs; fromMs < endMs; fromMs += PROBE_MS) {
    const toMs = Math.min(fromMs + PROBE_MS, endMs - SECOND_MS)
    const before = periods.at(-1)?.offsetMs ?? 0
    const after = offsetAt(toMs)
    if (after === before) continue
    let [same, changed] = [fromMs, toMs]
    while (changed - same > SECOND_MS) {
      const middle = same + Math.floor((changed - same) / (2 * SECOND_MS)) * SECOND_MS
      if (offsetAt(middle) === before) same = middle
      else changed = middle
    }
    periods.push({ fromMs: changed, offsetMs: after })
  }
  return periods
}
