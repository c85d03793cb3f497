import { fold } from '../../text/fold.ts'
import { toInstant } from '../../time/wall-clock.ts'
import { parseZone, UTC, type Zone } from '../../time/zone.ts'
import type { Deriving } from './derive-row.ts'

/** Zones that are kept read: more than there are names of. */
const MAX_ZONES = 2048

/** Instants by the rules of the zones that records name; those of the site's zone where a name says nothing. */
export function createDeriving(siteZone: Zone = UTC): Pick<Deriving, 'fold' | 'instantOf'> {
  const zones = new Map<string, Zone>()
  const zoneOf = (name: string) => {
    const held = zones.get(name)
    if (held) return held
    const zone = parseZone(name, siteZone) ?? siteZone
    if (zones.size < MAX_ZONES) zones.set(name, zone)
    return zone
  }

  return {
    fold,
    instantOf: (wall, timezone) => toInstant(wall, zoneOf(timezone)),
  }
}
