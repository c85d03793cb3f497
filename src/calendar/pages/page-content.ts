import { escapeHtml } from '../../html/escape-html.ts'
import type { EventRecord } from '../model/event.ts'
import type { OrganizerRecord, VenueRecord } from '../model/places.ts'
import type { Uid } from '../model/records.ts'
import type { EventSelection } from '../model/selection.ts'
import { eventMoments } from '../rest/print/print-event.ts'
import { postAddress } from '../rest/print/print-post.ts'
import { imageOf, readLinked } from '../rest/print/print-posts.ts'
import { termAddress } from '../rest/print/print-terms.ts'
import type { Scope } from '../rest/scope.ts'
import type { TermCollection } from '../rules/terms.ts'
import { formatCost } from '../text/cost.ts'
import { renderContent, renderTitle } from '../text/render.ts'
import { zoneAbbreviation } from '../time/zone.ts'
import {
  type Fact,
  factList,
  linkTo,
  linkToWebsite,
  type PageContent,
  picture,
  withoutTags,
} from './page-html.ts'

/** The page of an event; with a password, the parts that lists show. Spec: calendar facts, section 13.3. */
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
  const venueLinks = [...linked.venues.values()].map((venue) => linkToPost('venues', venue, scope))
  const organizerLinks = [...linked.organizers.values()].map((organizer) =>
    linkToPost('organizers', organizer, scope),
  )
  const facts = factList([
    when,
    ['Where', venueLinks.join(', ')],
    ['Organizer', organizerLinks.join(', ')],
    ['Cost', escapeHtml(formatCost(record.cost).cost)],
    ['Website', linkToWebsite(record.website ?? '')],
    ['Topics', [...terms('categories', record, scope), ...terms('tags', record, scope)].join(', ')],
  ])
  const openInApp = scope.actor
    ? `<p>${linkTo(`/#calendar/event/${id}`, 'Open it in the calendar of this browser')}</p>`
    : ''
  return {
    title,
    body: picture(record, { scope, linked }) + facts + renderContent(record.description) + openInApp,
  }
}

/** Start and end in the event's own zone, so that the text is the same on every host. */
function whenText(record: EventRecord, scope: Pick<Scope, 'siteZone'>): string {
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

/** The page of a venue or an organizer, with its upcoming events. */
export async function placeContent(
  collection: 'venues' | 'organizers',
  id: number,
  scope: Scope,
): Promise<PageContent | undefined> {
  const [item] = await scope.view.read(collection, [id], { signal: scope.signal })
  if (!item) return undefined
  const { record } = item
  const linked = await readLinked(scope, { venues: [], organizers: [], images: imageOf(record) })
  const body = [
    picture(record, { scope, linked }),
    factList('email' in record ? organizerFacts(record) : venueFacts(record)),
    renderContent(record.description),
    await comingEvents({ [collection]: [id] }, scope),
  ]
  return { title: withoutTags(renderTitle(record.name)), body: body.join('\n') }
}

function venueFacts(record: VenueRecord): readonly Fact[] {
  const { address, zip, city, province, state, stateprovince, country, phone, website } = record
  const town = [zip, city].filter((part) => part !== '').join(' ')
  const lines = [address, town, stateprovince || state || province, country].filter((line) => line !== '')
  return [
    ['Address', lines.map(escapeHtml).join('<br>')],
    ['Phone', escapeHtml(phone)],
    ['Website', linkToWebsite(website)],
  ]
}

function organizerFacts({ phone, email, website }: OrganizerRecord): readonly Fact[] {
  return [
    ['Phone', escapeHtml(phone)],
    ['E-mail', escapeHtml(email)],
    ['Website', linkToWebsite(website)],
  ]
}

/** Maximum number of events on a page; the first ones are shown. */
const MOST_EVENTS = 50

/** The published events that are upcoming or running, as a list of links. */
export async function comingEvents(
  filter: Pick<EventSelection, 'venues' | 'organizers' | 'categories' | 'tags'>,
  scope: Scope,
): Promise<string> {
  const { view, nowMs, signal } = scope
  const { ids } = await view.selectEvents(
    { ...filter, statuses: ['publish'], ends: { from: nowMs }, offset: 0, limit: MOST_EVENTS },
    { signal },
  )
  const items = await view.read('events', ids, { signal })
  if (items.length === 0) return '<h2>Events</h2>\n<p>None is to come.</p>\n'
  const lines = items.map(({ id, record }) => {
    const address = postAddress(scope, { collection: 'events', id, ...record })
    return `<li>${linkTo(address, withoutTags(renderTitle(record.title)))}, ${whenText(record, scope)}</li>\n`
  })
  return `<h2>Events</h2>\n<ul>\n${lines.join('')}</ul>\n`
}
