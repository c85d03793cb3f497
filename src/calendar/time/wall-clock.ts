import type { Zone } from './zone.ts'

/** A wall clock `YYYY-MM-DD hh:mm:ss`, without a zone. */
export type WallText = string

const DAY_MS = 86_400_000
const FIRST: WallText = '0001-01-01 00:00:00'
const LAST: WallText = '9999-12-31 23:59:59'

/**
 * Converts a wall clock in a zone to an instant, in milliseconds since 1970. A time that the zone skips moves
 * forward by the gap. A time that occurs twice means the first. Spec: calendar facts, section 6.2.
 */
export function toInstant(wall: WallText, zone: Zone): number {
  const localMs = Date.parse(`${wall.replace(' ', 'T')}Z`)
  const before = zone.offsetMs(localMs - DAY_MS)
  const after = zone.offsetMs(localMs + DAY_MS)
  const early = localMs - before
  if (before === after || zone.offsetMs(early) === before) return early
  const late = localMs - after
  return zone.offsetMs(late) === after ? late : early
}

/** Converts an instant to the wall clock in a zone. Clamped to the years 1 to 9999, which keeps the texts sortable. */
export function toWall(instantMs: number, zone: Zone): WallText {
  const shown = new Date(instantMs + zone.offsetMs(instantMs))
  const year = shown.getUTCFullYear()
  if (year < 1) return FIRST
  return year > 9999 ? LAST : shown.toISOString().slice(0, 19).replace('T', ' ')
}

/** The parts of a wall clock, zero-padded. Spec: calendar facts, section 2.1. */
export interface DateDetails {
  readonly year: string
  readonly month: string
  readonly day: string
  readonly hour: string
  readonly minutes: string
  readonly seconds: string
}

/** Splits a wall clock into its parts. */
export function dateDetails(wall: WallText): DateDetails {
  return {
    year: wall.slice(0, 4),
    month: wall.slice(5, 7),
    day: wall.slice(8, 10),
    hour: wall.slice(11, 13),
    minutes: wall.slice(14, 16),
    seconds: wall.slice(17, 19),
  }
}
