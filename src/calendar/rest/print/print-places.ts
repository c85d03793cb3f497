import type { CalendarItem } from '../../model/calendar.ts'
import { FIELDS, type Uid } from '../../model/records.ts'
import { renderContent, renderTitle } from '../../text/render.ts'
import type { WireOrganizer, WireVenue } from '../../wire.ts'
import type { Scope } from '../scope.ts'
import { personOf, printPlace, stateOrProvince } from './json-ld.ts'
import { type LinkedRecords, postParts, verbatimFields, withoutEmptyTexts } from './print-post.ts'

export interface PrintOptions {
  readonly scope: Scope
  readonly linked: Pick<LinkedRecords, 'images'>
  /** Adds `json_ld`: for the answer to a read of one record. */
  readonly isSingle: boolean
}

/** A venue for the wire, without empty fields. Spec: calendar facts, section 3. */
export function printVenue(
  item: CalendarItem<'venues'>,
  { scope, linked, isSingle }: PrintOptions,
): WireVenue {
  const { id, record } = item
  const { head, image, globalIds } = postParts(scope, { collection: 'venues', ...item, linked })
  return {
    id,
    ...head,
    venue: renderTitle(record.name),
    ...withoutEmptyTexts({
      description: renderContent(record.description),
      excerpt: renderContent(record.excerpt),
    }),
    slug: record.slug,
    ...(image && { image }),
    ...withoutEmptyTexts(verbatimFields(FIELDS.venues, record)),
    ...withoutEmptyTexts({ stateprovince: stateOrProvince(record) }),
    ...coordinates(item),
    ...(isSingle && { json_ld: printPlace(item, image) }),
    show_map: record.showMap,
    show_map_link: record.showMapLink,
    ...globalIds,
  }
}

function coordinates({
  record: { latitude, longitude },
}: CalendarItem<'venues'>): Pick<WireVenue, 'geo_lat' | 'geo_lng'> {
  if (latitude === '' || longitude === '') return {}
  return { geo_lat: Number(latitude), geo_lng: Number(longitude) }
}

/** An organizer for the wire, without empty fields. Spec: calendar facts, section 4. */
export function printOrganizer(
  item: CalendarItem<'organizers'>,
  { scope, linked, isSingle }: PrintOptions,
): WireOrganizer {
  const { id, record } = item
  const { head, image, globalIds } = postParts(scope, { collection: 'organizers', ...item, linked })
  return {
    id,
    ...head,
    organizer: renderTitle(record.name),
    ...withoutEmptyTexts({
      description: renderContent(record.description),
      excerpt: renderContent(record.excerpt),
    }),
    slug: record.slug,
    ...(image && { image }),
    ...withoutEmptyTexts(verbatimFields(FIELDS.organizers, record)),
    ...(isSingle && { json_ld: personOf(item, image) }),
    ...globalIds,
  }
}

/** The venues and organizers of several events, each printed once. `undefined` for one that is not among them. */
export interface PrintedPlaces {
  venue(uid: Uid): WireVenue | undefined
  organizer(uid: Uid): WireOrganizer | undefined
}

export function printedPlaces(
  linked: LinkedRecords,
  { scope, isSingle }: Omit<PrintOptions, 'linked'>,
): PrintedPlaces {
  const options = { scope, linked, isSingle }
  return {
    venue: once(linked.venues, (item) => printVenue(item, options)),
    organizer: once(linked.organizers, (item) => printOrganizer(item, options)),
  }
}

function once<Item, Wire>(items: ReadonlyMap<Uid, Item>, print: (item: Item) => Wire) {
  const printed = new Map<Uid, Wire>()
  return (uid: Uid): Wire | undefined => {
    const item = items.get(uid)
    if (!item) return undefined
    const wire = printed.get(uid) ?? print(item)
    printed.set(uid, wire)
    return wire
  }
}
