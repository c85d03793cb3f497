import { escapeHtml } from '../../html/escape-html.ts'
import type { EventRecord } from '../model/event.ts'
import type { OrganizerRecord, VenueRecord } from '../model/places.ts'
import type { Uid } from '../model/records.ts'
import { eventMoments } from '../rest/print/print-event.ts'
import { postAddress } from '../rest/print/print-post.ts'
import { imageOf, readLinked } from '../rest/print/print-posts.ts'
import { termAddress } from '../rest/print/print-terms.ts'
import type { Scope } from '../rest/scope.ts'
import type { TermCollection } from '../rules/terms.ts'
import { formatCost } from '../text/cost.ts'
import { renderContent, renderTitle } from '../text/render.ts'
import { zoneAbbreviation } from '../time/zone.ts'
import { factList, linkTo, linkToWebsite, type PageContent, picture, withoutTags } from './page-html.ts'

/** The page of an event; of one with a password, what lists show of it. Spec: calendar facts, section 13.3. */
export async function eventContent(id: number, scope: Scope): Promise<PageContent | undefined> {
  const [item] = await scope.view.read('events', [id], { signal: scope.signal })
  if (!item) return undefined
  const { record } = item
  const title = withoutTags(renderTitle(record.title))
  const when = ['When', whenText(record, scope)] as const
  if (record.password !== '')
    return { title, body: `${factList([when])}<p>This event asks for a password.</p>` }
  const linked = await readLinked(scope, {
    venues: record.venue === null ? [] : [record.venue],
    organizers: record.organizers,
    images: imageOf(record),
  })
  const places = [...linked.venues.values()].map((venue) => linkToPost('venues', venue, scope))
  const clubs = [...linked.organizers.values()].map((club) => linkToPost('organizers', club, scope))
  const facts = factList([
    when,
    ['Where', places.join(', ')],
    ['Organizer', clubs.join(', ')],
    ['Cost', escapeHtml(formatCost(record.cost).cost)],
    ['Website', linkToWebsite(record.website ?? '')],
    ['Topics', [...terms('categories', record, scope), ...terms('tags', record, scope)].join(', ')],
  ])
  const own = scope.actor
    ? `<p>${linkTo(`/#calendar/event/${id}`, 'Open it in the calendar of this browser')}</p>`
    : ''
  return { title, body: picture(record, { scope, linked }) + facts + renderContent(record.description) + own }
}

/** In the event's own zone: the same text on every host. */
export function whenText(record: EventRecord, scope: Pick<Scope, 'siteZone'>): string {
  const { zone, startMs } = eventMoments(record, scope)
  const [startDay = '', startTime = ''] = record.start.split(' ')
  const [endDay = '', endTime = ''] = record.end.split(' ')
  const ends = endDay === startDay ? [] : [endDay]
  if (record.allDay) return [startDay, ...ends].join(' – ')
  const until = [...ends, endTime.slice(0, 5)].join(' ')
  return `${startDay} ${startTime.slice(0, 5)} – ${until} ${escapeHtml(zoneAbbreviation(zone, startMs))}`
}

function linkToPost(
  collection: 'venues' | 'organizers',
  { id, record }: { readonly id: number; readonly record: VenueRecord | OrganizerRecord },
  scope: Scope,
): string {
  return linkTo(postAddress(scope, { collection, id, ...record }), withoutTags(renderTitle(record.name)))
}

function terms(collection: TermCollection, record: EventRecord, scope: Scope): readonly string[] {
  const uids: readonly Uid[] = record[collection]
  return uids.flatMap((uid) => {
    const row = scope.view.row(collection, scope.view.idByUid(collection, uid) ?? 0)
    return row ? [linkTo(termAddress(scope, { id: row.id, collection }), withoutTags(row.name))] : []
  })
}
