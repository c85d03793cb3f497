import type { EventSelection } from '../../model/selection.ts'
import type { CalendarState } from './state.ts'

const EARTH_METERS = 6_371_009

/** The venues within the circle, and how many meters each is away. */
export function distances(
  { tables: { venues } }: CalendarState,
  { latitude, longitude, meters }: NonNullable<EventSelection['near']>,
): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  for (const id of venues.ids()) {
    const position = venues.row(id)?.position
    if (!position) continue
    const away = metersBetween(position, { latitude, longitude })
    if (away <= meters) found.set(id, away)
  }
  return found
}

interface Position {
  readonly latitude: number
  readonly longitude: number
}

/** Along a great circle. */
function metersBetween(a: Position, b: Position): number {
  const across = halfChord(a.latitude - b.latitude)
  const along = halfChord(a.longitude - b.longitude)
  const shrink = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude))
  return 2 * EARTH_METERS * Math.asin(Math.min(1, Math.sqrt(across + shrink * along)))
}

function halfChord(degrees: number): number {
  return Math.sin(radians(degrees) / 2) ** 2
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
