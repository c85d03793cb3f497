import { escapeHtml } from '../../html/escape-html.ts'
import type { OrganizerRecord, VenueRecord } from '../model/places.ts'
import { imageOf, readLinked } from '../rest/print/linked-records.ts'
import type { Scope } from '../rest/scope.ts'
import { renderContent } from '../text/render-content.ts'
import { renderTitle } from '../text/render-title.ts'
import { comingEvents } from './coming-events.ts'
import { type Fact, factList, linkToWebsite, type PageContent, withoutTags } from './page-html.ts'
import { picture } from './picture.ts'

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
