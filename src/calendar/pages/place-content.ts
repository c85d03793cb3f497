import { escapeHtml } from '../../html/escape-html.ts'
import type { OrganizerRecord, VenueRecord } from '../model/places.ts'
import type { EventSelection } from '../model/selection.ts'
import { postAddress } from '../rest/print/print-post.ts'
import { imageOf, readLinked } from '../rest/print/print-posts.ts'
import type { Scope } from '../rest/scope.ts'
import { renderContent, renderTitle } from '../text/render.ts'
import { whenText } from './event-content.ts'
import {
  type Fact,
  factList,
  linkTo,
  linkToWebsite,
  type PageContent,
  picture,
  withoutTags,
} from './page-html.ts'

/** The page of a venue or an organizer, with its events that are to come. */
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

/** Of more than these a page shows the first. */
const MOST_EVENTS = 50

/** The published events that are to come or run, as a list of links. */
export async function comingEvents(
  chosen: Pick<EventSelection, 'venues' | 'organizers' | 'categories' | 'tags'>,
  scope: Scope,
): Promise<string> {
  const { view, nowMs, signal } = scope
  const { ids } = await view.selectEvents(
    { ...chosen, statuses: ['publish'], ends: { from: nowMs }, offset: 0, limit: MOST_EVENTS },
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
