import type { EventRecord } from '../model/event.ts'
import type { SentParameters } from '../rest/read/read-query.ts'
import { toFlag } from '../rest/resources/values.ts'
import { invalidParameter } from '../rest/rest-error.ts'
import type { Scope } from '../rest/scope.ts'
import { parseDate } from '../time/parse-date.ts'
import { toInstant, toWall, type WallText } from '../time/wall-clock.ts'
import { parseZone, type Zone } from '../time/zone.ts'

export type EventTimes = Pick<EventRecord, 'start' | 'end' | 'timezone' | 'allDay'>

/**
 * When an event is after a request; what is not sent stays. The digits that were sent count in the event's zone,
 * a time that the zone skips moves forward, an end before the start becomes the start, and whole days go from
 * midnight to the last second. Spec: calendar facts, section 6.2.
 */
export function nextTimes(
  sent: SentParameters,
  { scope, previous }: { readonly scope: Scope; readonly previous?: EventTimes | undefined },
): EventTimes {
  const timezone = sentZone(sent, scope.settings.siteZone) ?? previous?.timezone ?? scope.settings.siteZone
  const zone = parseZone(timezone, scope.siteZone)
  if (!zone) throw invalidParameter('timezone')
  const allDay = toFlag(sent.get('all_day')) ?? previous?.allDay ?? false
  const wall = (name: string, kept: WallText | undefined): WallText =>
    sentWall(name, { text: sent.get(name), zone, nowMs: scope.nowMs }) ?? existing(name, { kept, zone })
  const start = wall('start_date', previous?.start)
  const end = wall('end_date', previous?.end)
  const ordered = end < start ? start : end
  return {
    start: allDay ? `${start.slice(0, 10)} 00:00:00` : start,
    end: allDay ? `${ordered.slice(0, 10)} 23:59:59` : ordered,
    timezone,
    allDay,
  }
}

/** An empty text is the site's zone. */
function sentZone(sent: SentParameters, siteZone: string): string | undefined {
  const text = sent.get('timezone')
  return typeof text === 'string' ? text || siteZone : undefined
}

function sentWall(
  name: string,
  { text, zone, nowMs }: { text: unknown; zone: Zone; nowMs: number },
): WallText | undefined {
  if (typeof text !== 'string') return undefined
  const parsed = parseDate(text, { zone, nowMs })
  if (!parsed) throw invalidParameter(name)
  return existing(name, { kept: parsed.wall, zone })
}

/** The wall clock, past the gap if the zone skips it. */
function existing(name: string, { kept, zone }: { kept: WallText | undefined; zone: Zone }): WallText {
  if (kept === undefined) throw invalidParameter(name)
  return toWall(toInstant(kept, zone), zone)
}
