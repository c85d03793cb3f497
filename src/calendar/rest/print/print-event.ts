import { escapeHtml } from '../../../html/escape-html.ts'
import type { Item } from '../../model/calendar.ts'
import type { EventRecord } from '../../model/event.ts'
import { formatCost } from '../../text/cost.ts'
import { renderContent, renderTitle } from '../../text/render.ts'
import type { WireEvent } from '../../wire.ts'
import { rootUrl, type Scope } from '../scope.ts'
import { eventJsonLd } from './event-json-ld.ts'
import { eventMoments } from './event-moments.ts'
import type { LinkedRecords } from './linked-records.ts'
import { printImage } from './print-image.ts'
import { printOrganizer, printVenue } from './print-places.ts'
import { globalId, postAddress, printPost } from './print-post.ts'
import { embeddedTerms } from './print-terms.ts'

export interface PrintEventOptions {
  readonly scope: Scope
  readonly linked: LinkedRecords
  /** With `json_ld`: where one event is read. */
  readonly isSingle: boolean
  /** The password was shown, or is not asked for. */
  readonly isOpen: boolean
}

/** An event as the wire shows it: every key is there. Spec: calendar facts, sections 2 and 13.3. */
export function printEvent(item: Item<'events'>, options: PrintEventOptions): WireEvent {
  const printed = printWhole(item, options)
  return item.record.password === '' || options.isOpen ? printed : masked(printed)
}

function printWhole(item: Item<'events'>, { scope, linked, isSingle }: PrintEventOptions): WireEvent {
  const { id, record } = item
  const url = postAddress(scope, { collection: 'events', id, ...record })
  const image = record.image === null ? undefined : linked.images.get(record.image)
  const { cost, details } = formatCost(record.cost)
  return {
    id,
    global_id: globalId(scope, id),
    global_id_lineage: [globalId(scope, id)],
    ...printPost(scope, record),
    url,
    rest_url: `${rootUrl(scope)}/events/${id}`,
    title: renderTitle(record.title),
    description: renderContent(record.description),
    excerpt: renderContent(record.excerpt),
    slug: record.slug,
    image: image ? printImage(scope, image) : false,
    all_day: record.allDay,
    ...eventMoments(record, scope).wire,
    cost,
    cost_details: details,
    website: record.website === null ? url : escapeHtml(record.website),
    show_map: record.showMap,
    show_map_link: record.showMapLink,
    hide_from_listings: record.hideFromListings,
    sticky: record.sticky,
    featured: record.featured,
    categories: embeddedTerms(record.categories, { scope, collection: 'categories' }),
    tags: embeddedTerms(record.tags, { scope, collection: 'tags' }),
    venue: printedVenue(record, { scope, linked, isSingle }),
    organizer: record.organizers.flatMap((uid) => {
      const organizer = linked.organizers.get(uid)
      return organizer ? [printOrganizer(organizer, { scope, linked, isSingle })] : []
    }),
    custom_fields: Object.keys(record.customFields).length === 0 ? [] : record.customFields,
    ...(isSingle && { json_ld: eventJsonLd(item, { scope, linked }) }),
  }
}

/** An empty list stands for none. */
function printedVenue(
  { venue }: EventRecord,
  { scope, linked, isSingle }: Pick<PrintEventOptions, 'scope' | 'linked' | 'isSingle'>,
): WireEvent['venue'] {
  const item = venue === null ? undefined : linked.venues.get(venue)
  return item ? printVenue(item, { scope, linked, isSingle }) : []
}

/** What a list shows of an event that asks for a password. Spec: calendar facts, section 13.3. */
function masked(printed: WireEvent): WireEvent {
  return { ...printed, ...MASK }
}

const MASK: Partial<WireEvent> = {
  description: '',
  excerpt: '',
  cost: '',
  website: '',
  image: false,
  cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
  custom_fields: [],
  all_day: null,
  show_map: null,
  show_map_link: null,
  hide_from_listings: null,
  sticky: null,
  featured: null,
}
