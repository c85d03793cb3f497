import { escapeHtml } from '../../../html/escape-html.ts'
import type { CalendarItem } from '../../model/calendar.ts'
import { EVENT_FIELDS, type EventRecord } from '../../model/event.ts'
import { formatCost } from '../../text/cost.ts'
import { renderContent, renderTitle } from '../../text/render.ts'
import { dateDetails, toInstant, toWall } from '../../time/wall-clock.ts'
import { parseZone, UTC, type Zone } from '../../time/zone.ts'
import { zoneAbbreviation } from '../../time/zone-abbreviation.ts'
import type { WireEvent } from '../../wire.ts'
import { rootUrl, type Scope } from '../scope.ts'
import { eventJsonLd } from './json-ld.ts'
import { maskEvent } from './mask-event.ts'
import type { PrintedPlaces } from './print-places.ts'
import { type LinkedRecords, postParts, verbatimFields } from './print-post.ts'
import { embeddedTerms } from './print-terms.ts'

export interface PrintEventOptions {
  readonly scope: Scope
  readonly linked: Pick<LinkedRecords, 'images'>
  readonly places: PrintedPlaces
  /** Adds `json_ld`: for the answer to a read of one event. */
  readonly isSingle: boolean
  /** True when the password was sent, or none is required. */
  readonly isOpen: boolean
}

/** An event for the wire, with every key present. Spec: calendar facts, sections 2 and 13.3. */
export function printEvent(item: CalendarItem<'events'>, options: PrintEventOptions): WireEvent {
  const printed = printWhole(item, options)
  return item.record.password === '' || options.isOpen ? printed : maskEvent(printed)
}

function printWhole(
  item: CalendarItem<'events'>,
  { scope, linked, places, isSingle }: PrintEventOptions,
): WireEvent {
  const { id, record } = item
  const { head, image, globalIds } = postParts(scope, { collection: 'events', ...item, linked })
  const { cost, details } = formatCost(record.cost)
  const moments = eventMoments(record, scope)
  const venue = record.venue === null ? undefined : places.venue(record.venue)
  const organizers = record.organizers.flatMap((uid) => places.organizer(uid) ?? [])
  const jsonLdOptions = {
    ...moments,
    image,
    url: head.url,
    location: venue?.json_ld,
    organizer: organizers[0]?.json_ld,
  }
  return {
    id,
    ...globalIds,
    ...head,
    rest_url: `${rootUrl(scope)}/events/${id}`,
    title: renderTitle(record.title),
    description: renderContent(record.description),
    excerpt: renderContent(record.excerpt),
    slug: record.slug,
    image: image ?? false,
    all_day: record.allDay,
    ...moments.wire,
    cost,
    cost_details: details,
    website: record.website === null ? head.url : escapeHtml(record.website),
    ...verbatimFields(EVENT_FIELDS, record),
    categories: embeddedTerms(record.categories, { scope, collection: 'categories' }),
    tags: embeddedTerms(record.tags, { scope, collection: 'tags' }),
    venue: venue ?? [],
    organizer: organizers,
    custom_fields: Object.keys(record.customFields).length === 0 ? [] : record.customFields,
    ...(isSingle && { json_ld: eventJsonLd(record, jsonLdOptions) }),
  }
}

type Moments = 'start_date' | 'end_date' | 'utc_start_date' | 'utc_end_date'

type WireMoments = Pick<WireEvent, Moments | `${Moments}_details` | 'timezone' | 'timezone_abbr'>

export interface EventMoments {
  readonly zone: Zone
  readonly startMs: number
  readonly endMs: number
  /** The date fields of the answer. */
  readonly wire: WireMoments
}

/** Start and end of an event: in its own zone, in UTC, and in parts. Spec: calendar facts, sections 2.1 and 6. */
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
