import type { PostRecord } from '../model/records.ts'
import { isAtLeast } from '../model/roles.ts'
import { type Status, UNPUBLISHED } from '../model/status.ts'
import type { SentParameters } from '../rest/read/read-query.ts'
import type { Scope } from '../rest/scope.ts'
import { mayPublish } from '../rules/rights.ts'
import { parseDate } from '../time/parse-date.ts'
import { toInstant, toWall, type WallText } from '../time/wall-clock.ts'
import { UTC, type Zone } from '../time/zone.ts'

/** When and whether something is public. */
export type Publication = Pick<PostRecord, 'status' | 'date' | 'dateUtc'>

export interface PublicationOptions {
  readonly scope: Scope
  readonly previous?: Publication | undefined
  /**
   * An event that becomes a draft has no publication in UTC any more, and keeps its date in site time. A venue or an
   * organizer keeps both; while it was never published its date is that of its last change, unless it is to come.
   */
  readonly isEvent?: boolean
}

/**
 * Status and publication after a request. What is published with a date to come waits as `future`, and `future`
 * without one is published. Who may not publish hands in for review instead. A date that cannot be read is ignored.
 * Spec: calendar facts, sections 6.2, 10, 11.2 and 11.3.
 */
export function nextPublication(
  sent: SentParameters,
  { scope, previous, isEvent = false }: PublicationOptions,
): Publication {
  const given = givenDate(sent, scope)
  const wanted = wantedStatus(sent, { scope, previous })
  if (UNPUBLISHED.includes(wanted)) {
    const { date, dateUtc } = given ?? (isEvent ? previous : undefined) ?? keptDate(previous, scope)
    const wasPublished = !isEvent && (previous?.dateUtc ?? '') !== ''
    const isDated = wasPublished || (sent.has('date_utc') && given !== undefined)
    return { status: wanted, date, dateUtc: isDated ? dateUtc : '' }
  }
  const dates = given ?? keptDate(previous, scope)
  const isToCome = toInstant(dates.dateUtc, UTC) > scope.nowMs
  const isPlain = wanted === 'publish' || wanted === 'future'
  return { status: isPlain ? (isToCome ? 'future' : 'publish') : wanted, ...dates }
}

function wantedStatus(
  sent: SentParameters,
  { scope: { actor }, previous }: { scope: Scope; previous?: Publication | undefined },
): Status {
  const asked = sent.get('status') as Status | undefined
  if (asked === undefined) return previous?.status ?? (mayPublish(actor) ? 'publish' : 'draft')
  const isPublic = asked === 'publish' || asked === 'future'
  return isPublic && !isAtLeast(actor, 'author') ? 'pending' : asked
}

type Dates = { readonly date: WallText; readonly dateUtc: WallText }

/** A date to come stays; any other date of what was never published is now. */
function keptDate(previous: Publication | undefined, { nowMs, siteZone }: Scope): Dates {
  if (previous && previous.dateUtc !== '') return { date: previous.date, dateUtc: previous.dateUtc }
  const draftedMs = previous ? toInstant(previous.date, siteZone) : nowMs
  const ms = draftedMs > nowMs ? draftedMs : nowMs
  return { date: toWall(ms, siteZone), dateUtc: toWall(ms, UTC) }
}

function givenDate(sent: SentParameters, { siteZone, nowMs }: Scope): Dates | undefined {
  const localMs = instantOf(sent.get('date'), { zone: siteZone, nowMs })
  const utcMs = instantOf(sent.get('date_utc'), { zone: UTC, nowMs })
  const ms = localMs ?? utcMs
  if (ms === undefined) return undefined
  return { date: toWall(ms, siteZone), dateUtc: toWall(utcMs ?? ms, UTC) }
}

function instantOf(text: unknown, { zone, nowMs }: { zone: Zone; nowMs: number }): number | undefined {
  const parsed = typeof text === 'string' ? parseDate(text, { zone, nowMs }) : undefined
  return parsed && toInstant(parsed.wall, zone)
}
