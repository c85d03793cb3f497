import type { PostRecord } from '../model/records.ts'
import { type Actor, isAtLeast } from '../model/settings.ts'
import { type Status, UNPUBLISHED } from '../model/status.ts'
import type { EventPatch } from '../model/write.ts'
import { parseDate } from '../time/parse-date.ts'
import { toInstant, toWall, type WallText } from '../time/wall-clock.ts'
import { UTC, type Zone } from '../time/zone.ts'
import { mayPublish } from './rights.ts'

/** Status and publication dates of a record. */
export type Publication = Pick<PostRecord, 'status' | 'date' | 'dateUtc'>

/** The fields of a request that affect publication. */
export type PublicationPatch = Pick<EventPatch, 'status' | 'date' | 'dateUtc'>

interface Site {
  readonly actor: Actor
  readonly siteZone: Zone
  readonly nowMs: number
}

export interface PublicationOptions extends Site {
  readonly previous?: Publication | undefined
  /**
   * An event that becomes a draft loses its publication date in UTC and keeps the one in site time. A venue or an
   * organizer keeps both. If it was never published, its date is that of the last change, or a date in the future.
   */
  readonly isEvent?: boolean
}

/**
 * Status and publication dates after a request. `publish` with a date in the future becomes `future`, and `future`
 * without one becomes `publish`. For actors who may not publish, both become `pending`. `dateUtc` decides, and gives
 * a scheduled record its `date`. A date that cannot be parsed is ignored. Spec: calendar facts, sections 6.2, 10, 11.2 and 11.3.
 */
export function mergePublication(
  patch: PublicationPatch,
  { previous, isEvent = false, ...site }: PublicationOptions,
): Publication {
  const patchDate = patchedDate(patch, site)
  const wanted = wantedStatus(patch.status, { actor: site.actor, previous })
  if (UNPUBLISHED.includes(wanted)) {
    const { date, dateUtc } = patchDate ?? (isEvent ? previous : undefined) ?? keptDate(previous, site)
    const wasPublished = !isEvent && (previous?.dateUtc ?? '') !== ''
    const isDated = wasPublished || ('dateUtc' in patch && patchDate !== undefined)
    return { status: wanted, date, dateUtc: isDated ? dateUtc : '' }
  }
  const dates = patchDate ?? keptDate(previous, site)
  const isToCome = toInstant(dates.dateUtc, UTC) > site.nowMs
  const isPlain = wanted === 'publish' || wanted === 'future'
  if (isPlain && isToCome)
    return { status: 'future', ...dates, date: toWall(toInstant(dates.dateUtc, UTC), site.siteZone) }
  return { status: isPlain ? 'publish' : wanted, ...dates }
}

function wantedStatus(
  asked: Status | undefined,
  { actor, previous }: Pick<PublicationOptions, 'actor' | 'previous'>,
): Status {
  if (asked === undefined) return previous?.status ?? (mayPublish(actor) ? 'publish' : 'draft')
  const isPublic = asked === 'publish' || asked === 'future'
  return isPublic && !isAtLeast(actor, 'author') ? 'pending' : asked
}

type Dates = { readonly date: WallText; readonly dateUtc: WallText }

/** The date when none is sent: that of a published record, or a drafted date in the future; else now. */
function keptDate(previous: Publication | undefined, { nowMs, siteZone }: Site): Dates {
  if (previous && previous.dateUtc !== '') return { date: previous.date, dateUtc: previous.dateUtc }
  const draftedMs = previous ? toInstant(previous.date, siteZone) : nowMs
  const ms = draftedMs > nowMs ? draftedMs : nowMs
  return { date: toWall(ms, siteZone), dateUtc: toWall(ms, UTC) }
}

function patchedDate({ date, dateUtc }: PublicationPatch, { siteZone, nowMs }: Site): Dates | undefined {
  const localMs = instantOf(date, { zone: siteZone, nowMs })
  const utcMs = instantOf(dateUtc, { zone: UTC, nowMs })
  const ms = localMs ?? utcMs
  if (ms === undefined) return undefined
  return { date: toWall(ms, siteZone), dateUtc: toWall(utcMs ?? ms, UTC) }
}

function instantOf(text: string | undefined, { zone, nowMs }: { zone: Zone; nowMs: number }) {
  const parsed = text === undefined ? undefined : parseDate(text, { zone, nowMs })
  return parsed && toInstant(parsed.wall, zone)
}
