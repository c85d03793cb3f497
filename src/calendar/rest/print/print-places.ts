import type { Item } from '../../model/calendar.ts'
import { jsonLdText, renderContent, renderTitle } from '../../text/render.ts'
import { plainText } from '../../text/sanitize.ts'
import type { WireOrganizer, WireVenue } from '../../wire.ts'
import type { Scope } from '../scope.ts'
import type { LinkedRecords } from './linked-records.ts'
import { imageAddress, printImage } from './print-image.ts'
import { filled, filledLines, globalId, postAddress, printPost } from './print-post.ts'

export interface PrintOptions {
  readonly scope: Scope
  readonly linked: Pick<LinkedRecords, 'images'>
  /** With `json_ld`: where one thing is read. */
  readonly isSingle: boolean
}

/** A venue as the wire shows it: without its empty fields. Spec: calendar facts, section 3. */
export function printVenue(item: Item<'venues'>, { scope, linked, isSingle }: PrintOptions): WireVenue {
  const { id, record } = item
  const image = record.image === null ? undefined : linked.images.get(record.image)
  return {
    id,
    ...printPost(scope, record),
    url: postAddress(scope, { collection: 'venues', id, ...record }),
    venue: renderTitle(record.name),
    ...filled({ description: renderContent(record.description), excerpt: renderContent(record.excerpt) }),
    slug: record.slug,
    ...(image && { image: printImage(scope, image) }),
    ...filledLines({
      address: record.address,
      city: record.city,
      country: record.country,
      province: record.province,
      state: record.state,
      zip: record.zip,
      phone: record.phone,
    }),
    ...filled({ website: record.website }),
    ...filledLines({ stateprovince: stateOrProvince(item) }),
    ...coordinates(item),
    ...(isSingle && { json_ld: placeOf(item, { scope, linked }) }),
    show_map: record.showMap,
    show_map_link: record.showMapLink,
    global_id: globalId(scope, id),
    global_id_lineage: [globalId(scope, id)],
  }
}

/** The place of an event for search engines. Spec: calendar facts, section 2.3. */
export function placeOf(
  item: Item<'venues'>,
  { scope, linked }: Pick<PrintOptions, 'scope' | 'linked'>,
): object {
  const { record } = item
  const image = record.image === null ? undefined : linked.images.get(record.image)
  return {
    '@type': 'Place',
    name: renderTitle(record.name),
    description: jsonLdText(renderContent(record.description)),
    ...(image && { image: imageAddress(scope, image) }),
    url: '',
    address: {
      '@type': 'PostalAddress',
      ...filledLines({
        streetAddress: record.address,
        addressLocality: record.city,
        addressRegion: stateOrProvince(item),
        postalCode: record.zip,
        addressCountry: record.country,
      }),
    },
    telephone: plainText(record.phone),
    sameAs: record.website,
  }
}

/** What was said, else the state where there are states, else the province. Derived when it is read. */
function stateOrProvince({ record }: Item<'venues'>): string {
  if (record.stateprovince !== '') return record.stateprovince
  const hasStates = ['', 'us', 'united states'].includes(record.country.toLowerCase())
  return record.state !== '' && hasStates ? record.state : record.province
}

function coordinates({
  record: { latitude, longitude },
}: Item<'venues'>): Pick<WireVenue, 'geo_lat' | 'geo_lng'> {
  if (latitude === '' || longitude === '') return {}
  return { geo_lat: Number(latitude), geo_lng: Number(longitude) }
}

/** An organizer as the wire shows it: without its empty fields. Spec: calendar facts, section 4. */
export function printOrganizer(
  item: Item<'organizers'>,
  { scope, linked, isSingle }: PrintOptions,
): WireOrganizer {
  const { id, record } = item
  const image = record.image === null ? undefined : linked.images.get(record.image)
  return {
    id,
    ...printPost(scope, record),
    url: postAddress(scope, { collection: 'organizers', id, ...record }),
    organizer: renderTitle(record.name),
    ...filled({ description: renderContent(record.description), excerpt: renderContent(record.excerpt) }),
    slug: record.slug,
    ...(image && { image: printImage(scope, image) }),
    ...filledLines({ phone: record.phone }),
    ...filled({ website: record.website }),
    ...filledLines({ email: record.email }),
    ...(isSingle && { json_ld: personOf(item, { scope, linked }) }),
    global_id: globalId(scope, id),
    global_id_lineage: [globalId(scope, id)],
  }
}

/** The organizer of an event for search engines. Spec: calendar facts, section 2.3. */
export function personOf(
  { record }: Item<'organizers'>,
  { scope, linked }: Pick<PrintOptions, 'scope' | 'linked'>,
): object {
  const image = record.image === null ? undefined : linked.images.get(record.image)
  return {
    '@type': 'Person',
    name: renderTitle(record.name),
    description: jsonLdText(renderContent(record.description)),
    ...(image && { image: imageAddress(scope, image) }),
    url: record.website,
    telephone: plainText(record.phone),
    email: plainText(record.email),
    sameAs: record.website,
  }
}
