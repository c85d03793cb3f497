import { MOST_OFFSET_MS, toInstant, type WallText, wallSeconds } from '../time/wall-clock.ts'
import { UTC } from '../time/zone.ts'
import type { PostRecord } from './records.ts'

/** The time at which a scheduled record is published, in milliseconds since 1970. */
export function publicationMs({ dateUtc }: Pick<PostRecord, 'dateUtc'>): number {
  return toInstant(dateUtc, UTC)
}

/**
 * The earliest time at which a scheduled record with this `date` can be published, in milliseconds since 1970. Rows
 * have only the `date`, which is the wall clock of the site's zone when it was set: the zone may be another today.
 */
export function earliestPublicationMs(date: WallText): number {
  return wallSeconds(date) * 1000 - MOST_OFFSET_MS
}
