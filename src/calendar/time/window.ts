import { parseDate } from './parse-date.ts'
import { toInstant, toWall, type WallText } from './wall-clock.ts'
import { UTC, type Zone } from './zone.ts'

/** A range of instants in milliseconds since 1970. An absent bound does not limit. */
export interface Bounds {
  /** At or after. */
  readonly from?: number
  /** After. */
  readonly after?: number
  /** Before. */
  readonly before?: number
  /** At or before. */
  readonly until?: number
}

/** The date filters of a list of events. */
export const WINDOW_NAMES = [
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
] as const

export type WindowName = (typeof WINDOW_NAMES)[number]

/** Date filters, as wall clocks in one zone. */
export type Window = Readonly<Partial<Record<WindowName, WallText>>>

export interface WindowOptions {
  readonly siteZone: Zone
  /** Milliseconds since 1970. */
  readonly nowMs: number
  /** Filters to the second instead of by whole days. Dates without an offset are then UTC. */
  readonly isStrict?: boolean
}

/** End of the default window, in months from now. */
const MONTHS_AHEAD = 24

/**
 * Reads the date filters of a request, as another request must send them to get the same: strict ones in UTC, others in
 * the site's zone. When none of `starts_*` and `ends_*` is sent, missing dates get the default window. Invalid dates
 * are ignored. The default is in the days of the site. Spec: calendar facts, sections 8.3 and 8.4.
 */
export function readWindow(
  sent: Readonly<Partial<Record<WindowName, string>>>,
  options: WindowOptions,
): Window {
  const isBounded = WINDOW_NAMES.slice(2).some((name) => sent[name] !== undefined)
  const standard = isBounded ? {} : defaultWindow(options)
  const window: Partial<Record<WindowName, WallText>> = options.isStrict
    ? inZone(standard, { from: options.siteZone, to: UTC })
    : standard
  for (const name of WINDOW_NAMES) {
    const text = sent[name]
    const wall = text === undefined ? undefined : effectiveWall(text, { ...options, name })
    if (wall !== undefined) window[name] = wall
  }
  return window
}

/** A window of {@link readWindow} in the site's zone. */
export function siteWindow(
  window: Window,
  { siteZone, isStrict }: Pick<WindowOptions, 'siteZone' | 'isStrict'>,
): Window {
  return isStrict ? inZone(window, { from: UTC, to: siteZone }) : window
}

function inZone(window: Window, { from, to }: { readonly from: Zone; readonly to: Zone }): Window {
  return Object.fromEntries(
    Object.entries(window).map(([name, wall]) => [name, toWall(toInstant(wall, from), to)]),
  )
}

/** The default window: from yesterday to two years ahead, in whole days of the site. February 29 rolls over. */
function defaultWindow({
  siteZone,
  nowMs,
}: Pick<WindowOptions, 'siteZone' | 'nowMs'>): Required<Pick<Window, 'start_date' | 'end_date'>> {
  const today = toWall(nowMs, siteZone)
  const dayMs = toInstant(today, UTC)
  const yesterday = toWall(dayMs - 86_400_000, UTC)
  const end = new Date(dayMs)
  end.setUTCMonth(end.getUTCMonth() + MONTHS_AHEAD)
  return { start_date: startOfDay(yesterday), end_date: endOfDay(toWall(end.getTime(), UTC)) }
}

/**
 * Converts a window of {@link readWindow} to bounds on the instants at which events start and end. `end_date` limits
 * the start of events. `*_before` and `*_after` exclude the instant itself.
 */
export function windowBounds(
  window: Window,
  { siteZone, isStrict }: Pick<WindowOptions, 'siteZone' | 'isStrict'>,
): { readonly starts: Bounds; readonly ends: Bounds } {
  const zone = isStrict ? UTC : siteZone
  const at = (name: WindowName) => {
    const wall = window[name]
    return wall === undefined ? undefined : toInstant(wall, zone)
  }
  return {
    starts: bounds({
      from: at('start_date'),
      until: at('end_date'),
      before: at('starts_before'),
      after: at('starts_after'),
    }),
    ends: bounds({ before: at('ends_before'), after: at('ends_after') }),
  }
}

function effectiveWall(
  text: string,
  { name, siteZone, nowMs, isStrict = false }: WindowOptions & { readonly name: WindowName },
): WallText | undefined {
  const parsed = parseDate(text, { zone: isStrict ? UTC : siteZone, nowMs })
  if (!parsed) return undefined
  if (isStrict) return parsed.instantMs === undefined ? parsed.wall : toWall(parsed.instantMs, UTC)
  return name === 'start_date' ? startOfDay(parsed.wall) : endOfDay(parsed.wall)
}

function startOfDay(wall: WallText): WallText {
  return `${wall.slice(0, 10)} 00:00:00`
}

function endOfDay(wall: WallText): WallText {
  return `${wall.slice(0, 10)} 23:59:59`
}

function bounds(instants: { readonly [K in keyof Bounds]: number | undefined }): Bounds {
  return Object.fromEntries(Object.entries(instants).filter(([, instantMs]) => instantMs !== undefined))
}
