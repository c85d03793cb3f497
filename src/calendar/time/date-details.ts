import type { WallText } from './wall-clock.ts'

/** Parts of a wall clock, padded with zeros. Spec: calendar facts, section 2.1. */
export interface DateDetails {
  readonly year: string
  readonly month: string
  readonly day: string
  readonly hour: string
  readonly minutes: string
  readonly seconds: string
}

/** The parts of `YYYY-MM-DD hh:mm:ss`. */
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
