import type { EventRecord } from '../../model/event.ts'
import { dateDetails, toInstant, toWall } from '../../time/wall-clock.ts'
import { parseZone, UTC, type Zone, zoneAbbreviation } from '../../time/zone.ts'
import type { WireEvent } from '../../wire.ts'
import type { Scope } from '../scope.ts'

type Moments = 'start_date' | 'end_date' | 'utc_start_date' | 'utc_end_date'

type WireMoments = Pick<WireEvent, Moments | `${Moments}_details` | 'timezone' | 'timezone_abbr'>

export interface EventMoments {
  readonly zone: Zone
  readonly startMs: number
  readonly endMs: number
  /** The keys of the wire. */
  readonly wire: WireMoments
}

/** When an event is: in its own zone, in UTC, and in parts. Spec: calendar facts, sections 2.1 and 6. */
export function eventMoments(
  record: Pick<EventRecord, 'start' | 'end' | 'timezone'>,
  { siteZone }: Pick<Scope, 'siteZone'>,
): EventMoments {
  const zone = parseZone(record.timezone, siteZone) ?? siteZone
  const startMs = toInstant(record.start, zone)
  const endMs = Math.max(startMs, toInstant(record.end, zone))
  const utcStart = toWall(startMs, UTC)
  const utcEnd = toWall(endMs, UTC)
  return {
    zone,
    startMs,
    endMs,
    wire: {
      start_date: record.start,
      start_date_details: dateDetails(record.start),
      end_date: record.end,
      end_date_details: dateDetails(record.end),
      utc_start_date: utcStart,
      utc_start_date_details: dateDetails(utcStart),
      utc_end_date: utcEnd,
      utc_end_date_details: dateDetails(utcEnd),
      timezone: record.timezone,
      timezone_abbr: zoneAbbreviation(zone, startMs),
    },
  }
}
