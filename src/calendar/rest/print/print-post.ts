import type { PostRecord } from '../../model/records.ts'
import { toInstant, toWall } from '../../time/wall-clock.ts'
import { UTC } from '../../time/zone.ts'
import { printWall } from '../print-wall.ts'
import type { Scope } from '../scope.ts'

/** Keys that events, venues and organizers share, as the wire shows them. Spec: calendar facts, section 2. */
export function printPost({ siteZone }: Pick<Scope, 'siteZone'>, record: PostRecord) {
  return {
    author: String(record.author),
    status: record.status,
    date: record.date,
    date_utc: printWall(record.dateUtc),
    modified: ['', record.dateUtc].includes(record.modifiedUtc)
      ? record.date
      : toWall(toInstant(record.modifiedUtc, UTC), siteZone),
    modified_utc: printWall(record.modifiedUtc),
  }
}
