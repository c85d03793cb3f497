import { escapeHtml } from '../../html/escape-html.ts'
import type { EventRecord } from '../model/event.ts'
import type { OrganizerRecord, VenueRecord } from '../model/places.ts'
import type { Uid } from '../model/records.ts'
import { eventMoments, printEvent } from '../rest/print/print-event.ts'
import { printedPlaces } from '../rest/print/print-places.ts'
import { postAddress } from '../rest/print/print-post.ts'
import { imageOf, readLinked } from '../rest/print/print-posts.ts'
import { termAddress } from '../rest/print/print-terms.ts'
import { shortened } from '../rest/print/shorten-texts.ts'
import type { TermCollection } from '../rules/terms.ts'
import { formatCost } from '../text/cost.ts'
import { renderContent, renderTitle } from '../text/render.ts'
import { plainLine } from '../text/sanitize.ts'
import { zoneAbbreviation } from '../time/zone-abbreviation.ts'
import { aboutText } from './describing-elements.ts'
import { entriesByDay, jsonLdOf, readEntries } from './event-entries.ts'
import type { PageScope } from './language/page-language.ts'
import type { SiteTexts } from './language/texts/en.ts'
import { conditionsOf, listAddress, type SentFilters } from './list-request.ts'
import {
  type Fact,
  factList,
  linkTo,
  linkToWebsite,
  type PageContent,
  picture,
  pictureAddress,
  withoutTags,
} from './page-html.ts'

/** The page of an event; with a password, the parts that lists show. Spec: calendar facts, section 13.3. */
export async function eventContent(id: number, scope: PageScope): Promise<PageContent | undefined> {
  const [item] = await scope.view.read('events', [id], { signal: scope.signal })
  if (!item) return undefined
  const { record } = item
  const { texts } = scope.language
  const title = withoutTags(renderTitle(record.title))
  const when = [texts.when, whenText(record, scope)] as const
  const described = {
    title,
    address: postAddress(scope, { collection: 'events', id, ...record }),
    isIndexed: record.status === 'publish' && !record.hideFromListings,
  }
  if (record.password !== '')
    return { ...described, body: `${factList([when])}<p>${texts.asksForPassword}</p>` }
  const linked = await readLinked(scope, {
    venues: record.venue === null ? [] : [record.venue],
    organizers: record.organizers,
    images: imageOf(record),
  })
  const venueLinks = [...linked.venues.values()].map((venue) =>
    [linkToPost('venues', venue, scope), contactLine(venue.record.city)].filter(Boolean).join(', '),
  )
  const organizerLinks = [...linked.organizers.values()].map((organizer) =>
    linkToPost('organizers', organizer, scope),
  )
  const facts = factList([
    when,
    [texts.where, venueLinks.join(', ')],
    [texts.organizer, organizerLinks.join(', ')],
    [texts.cost, escapeHtml(formatCost(record.cost).cost)],
    [texts.website, linkToWebsite(record.website ?? '')],
    [texts.topics, [...terms('categories', record, scope), ...terms('tags', record, scope)].join(', ')],
  ])
  const openInApp = scope.actor ? `<p><a href="/#calendar/event/${id}">${texts.openInApp}</a></p>` : ''
  const { json_ld } = printEvent(shortened(item), {
    scope,
    linked,
    places: printedPlaces(linked, { scope, isSingle: true }),
    isSingle: true,
    isOpen: true,
  })
  return {
    ...described,
    about: aboutText(withoutTags(renderContent(record.excerpt || record.description))),
    image: pictureAddress(record, { scope, linked }),
    jsonLd: json_ld ? [json_ld] : [],
    body: picture(record, { scope, linked }) + facts + renderContent(record.description) + openInApp,
  }
}

/** Start and end in the event's own zone, so that the text is the same on every host. */
function whenText(record: EventRecord, scope: Pick<PageScope, 'siteZone' | 'language'>): string {
  const { texts, dateText } = scope.language
  const { zone, startMs } = eventMoments(record, scope)
  const [startDay = '', startTime = ''] = record.start.split(' ')
  const [endDay = '', endTime = ''] = record.end.split(' ')
  const isOneDay = endDay === startDay
  if (record.allDay) return isOneDay ? dateText(startDay) : `${dateText(startDay)} – ${dateText(endDay)}`
  const moment = (day: string, time: string) => texts.dayAndTime(dateText(day), time.slice(0, 5))
  const until = isOneDay ? endTime.slice(0, 5) : moment(endDay, endTime)
  const start = moment(startDay, startTime)
  const span = record.start === record.end ? start : `${start} – ${until}`
  return `${span} ${escapeHtml(zoneAbbreviation(zone, startMs))}`
}

function linkToPost(
  collection: 'venues' | 'organizers',
  { id, record }: { readonly id: number; readonly record: VenueRecord | OrganizerRecord },
  scope: PageScope,
): string {
  return linkTo(
    postAddress(scope, { collection, id, ...record }),
    withoutTags(renderTitle(record.name)),
    scope,
  )
}

function terms(collection: TermCollection, record: EventRecord, scope: PageScope): readonly string[] {
  const uids: readonly Uid[] = record[collection]
  return uids.flatMap((uid) => {
    const row = scope.view.row(collection, scope.view.idByUid(collection, uid) ?? 0)
    return row ? [linkTo(termAddress(scope, { id: row.id, collection }), withoutTags(row.name), scope)] : []
  })
}

/** The page of a venue or an organizer, with its upcoming events. */
export async function placeContent(
  collection: 'venues' | 'organizers',
  id: number,
  scope: PageScope,
): Promise<PageContent | undefined> {
  const [item] = await scope.view.read(collection, [id], { signal: scope.signal })
  if (!item) return undefined
  const { record } = item
  const linked = await readLinked(scope, { venues: [], organizers: [], images: imageOf(record) })
  const { texts } = scope.language
  const title = withoutTags(renderTitle(record.name))
  const filters = collection === 'venues' ? { venue: String(id) } : { organizer: String(id) }
  const coming = await comingEvents(filters, scope)
  const body = [
    picture(record, { scope, linked }),
    factList('email' in record ? organizerFacts(record, texts) : venueFacts(record, texts)),
    renderContent(record.description),
    coming.body,
  ]
  return {
    title,
    body: body.join('\n'),
    address: postAddress(scope, { collection, id, ...record }),
    about: aboutText(withoutTags(renderContent(record.excerpt || record.description))),
    image: pictureAddress(record, { scope, linked }),
    isIndexed: record.status === 'publish',
    jsonLd: coming.jsonLd,
  }
}

function venueFacts(record: VenueRecord, texts: SiteTexts): readonly Fact[] {
  const { address, zip, city, province, state, stateprovince, country, phone, website } = record
  const town = [zip, city].filter((part) => part !== '').join(' ')
  const lines = [address, town, stateprovince || state || province, country].filter((line) => line !== '')
  return [
    [texts.address, lines.map(contactLine).join('<br>')],
    [texts.phone, contactLine(phone)],
    [texts.website, linkToWebsite(website)],
  ]
}

/** A line of contact data as responses of the API print it, as HTML without tags. */
function contactLine(stored: string): string {
  return withoutTags(plainLine(stored))
}

function organizerFacts({ phone, email, website }: OrganizerRecord, texts: SiteTexts): readonly Fact[] {
  return [
    [texts.phone, contactLine(phone)],
    [texts.email, contactLine(email)],
    [texts.website, linkToWebsite(website)],
  ]
}

/** Maximum number of events on the page of a place or a topic. Its list has the others. */
const MOST_EVENTS = 20

/** The first published events that are upcoming or running, with a link to the list of all. */
async function comingEvents(
  filters: SentFilters,
  scope: PageScope,
): Promise<Required<Pick<PageContent, 'body' | 'jsonLd'>>> {
  const { view, nowMs, signal, language } = scope
  const { texts } = language
  const { ids } = await view.selectEvents(
    {
      ...conditionsOf(filters, scope),
      statuses: ['publish'],
      ends: { from: nowMs },
      offset: 0,
      limit: MOST_EVENTS,
    },
    { signal },
  )
  const entries = await readEntries(ids, scope)
  const listed = entries.length === 0 ? `<p>${texts.noneToCome}</p>\n` : entriesByDay(entries, scope)
  const links = [
    linkTo(listAddress(scope, { filters }), texts.allUpcoming, scope),
    linkTo(listAddress(scope, { filters, isPast: true }), texts.pastEvents, scope),
    linkTo(listAddress(scope, { path: 'month/', filters }), texts.month, scope),
  ]
  const body = `<h2>${texts.events}</h2>\n${listed}<nav class="turns" aria-label="${texts.moreEvents}">${links.join(' ')}</nav>\n`
  return { body, jsonLd: jsonLdOf(entries) }
}

/** The page of a category or tag, with its upcoming events. */
export async function termContent(
  collection: TermCollection,
  id: number,
  scope: PageScope,
): Promise<PageContent | undefined> {
  const row = scope.view.row(collection, id)
  if (!row) return undefined
  const about = withoutTags(row.description)
  const coming = await comingEvents({ [collection]: row.slug }, scope)
  return {
    title: withoutTags(row.name),
    body: `${about === '' ? '' : `<p>${about}</p>\n`}${coming.body}`,
    address: termAddress(scope, { id, collection }),
    about: aboutText(about),
    isIndexed: coming.jsonLd.length > 0,
    jsonLd: coming.jsonLd,
  }
}
