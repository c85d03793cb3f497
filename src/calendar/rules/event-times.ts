import type { EventRecord } from '../model/event.ts'
import type { EventPatch } from '../model/write.ts'
import { refuse } from '../model/write.ts'
import { parseDate } from '../time/parse-date.ts'
import { toInstant, toWall, type WallText } from '../time/wall-clock.ts'
import { parseZone, type Zone } from '../time/zone.ts'

export type EventTimes = Pick<EventRecord, 'start' | 'end' | 'timezone' | 'allDay'>

export interface TimesOptions {
  readonly siteZone: Zone
  readonly nowMs: number
  readonly previous?: EventTimes | undefined
}

/**
 * The times of an event after a request. Fields that are not sent stay. Sent wall clocks are in the event's zone. A
 * time that the zone skips moves forward, an end before the start becomes the start, and an all-day event lasts
 * from midnight to the last second. An empty zone means the site's. Spec: calendar facts, section 6.2.
 */
export function mergeTimes(patch: EventPatch, { siteZone, nowMs, previous }: TimesOptions): EventTimes {
  const sentZone = patch.timezone === '' ? siteZone.label : patch.timezone
  const timezone = sentZone ?? previous?.timezone ?? siteZone.label
  const zone = parseZone(timezone, siteZone)
  if (!zone) throw refuse({ kind: 'invalid', field: 'timezone' })
  const allDay = patch.allDay ?? previous?.allDay ?? false
  const wall = (field: 'start' | 'end'): WallText => {
    const text = patch[field]
    const wanted = text === undefined ? previous?.[field] : parseDate(text, { zone, nowMs })?.wall
    if (wanted === undefined) throw refuse({ kind: 'invalid', field })
    // Moves a time that the zone skips past the gap.
    return toWall(toInstant(wanted, zone), zone)
  }
  const start = wall('start')
  const end = wall('end')
  const ordered = end < start ? start : end
  return {
    start: allDay ? `${start.slice(0, 10)} 00:00:00` : start,
    end: allDay ? `${ordered.slice(0, 10)} 23:59:59` : ordered,
    timezone,
    allDay,
  }
}
