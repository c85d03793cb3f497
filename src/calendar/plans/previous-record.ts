import type { EventRecord } from '../model/event.ts'
import type { Collection, PostRecord, Records, Uid } from '../model/records.ts'
import type { EventRow, OrganizerRow, VenueRow } from '../model/rows.ts'
import { UNPUBLISHED } from '../model/status.ts'
import type { EventPatch, Patches, Planning } from '../model/write.ts'
import { toInstant, toWall } from '../time/wall-clock.ts'
import { UTC } from '../time/zone.ts'
import { mergeFields } from './merge-record.ts'

type PlaceCollection = 'venues' | 'organizers'
type Place = Records[PlaceCollection]

/**
 * The event before an update; `undefined` when it does not exist. If its block is damaged, an update may replace it
 * that moves it to the trash or sends all required fields: the others then have the values of its row, or none.
 * Throws `corrupt` for any other update of a damaged event, and for one with a password, which no update can send.
 */
export async function previousEvent(
  id: number,
  { patch, planning }: { readonly patch: EventPatch; readonly planning: Planning },
): Promise<EventRecord | undefined> {
  const { view, signal } = planning
  const row = view.row('events', id)
  const isWhole = patch.title !== undefined && patch.start !== undefined && patch.end !== undefined
  const skipsDamaged = patch.status === 'trash' || (isWhole && row?.hasPassword === false)
  const [item] = await view.read('events', [id], { signal, skipsDamaged })
  return item?.record ?? (row && eventOfRow(row, planning))
}

export interface PreviousPlaceOptions {
  readonly id: number
  readonly patch: Patches[PlaceCollection]
  readonly planning: Planning
}

/** The venue or organizer before an update, as {@link previousEvent} gives events. */
export async function previousPlace(
  collection: PlaceCollection,
  { id, patch, planning }: PreviousPlaceOptions,
): Promise<Place | undefined> {
  const { view, signal } = planning
  const skipsDamaged = patch.status === 'trash' || patch.name !== undefined
  const [item] = await view.read(collection, [id], { signal, skipsDamaged })
  const row = view.row(collection, id)
  return item?.record ?? (row && placeOfRow(collection, row, planning))
}

function eventOfRow(row: EventRow, planning: Planning): EventRecord {
  const { view, siteZone } = planning
  const uids = (collection: Collection, ids: readonly number[]): readonly Uid[] =>
    ids.flatMap((id) => view.row(collection, id)?.uid ?? [])
  return {
    ...mergeFields('events', {}, undefined),
    ...postOfRow(row, planning),
    title: row.slug,
    start: toWall(row.startMs, siteZone),
    end: toWall(row.endMs, siteZone),
    timezone: siteZone.label,
    featured: row.featured,
    hideFromListings: row.hideFromListings,
    venue: uids('venues', [row.venue])[0] ?? null,
    organizers: uids('organizers', row.organizers),
    categories: uids('categories', row.categories),
    tags: uids('tags', row.tags),
    parent: uids('events', [row.parent])[0] ?? null,
    image: uids('images', [row.image])[0] ?? null,
  }
}

function placeOfRow(collection: PlaceCollection, row: VenueRow | OrganizerRow, planning: Planning): Place {
  const position = 'position' in row ? row.position : undefined
  return {
    ...mergeFields<PlaceCollection>(collection, {}, undefined),
    ...postOfRow(row, planning),
    name: row.name,
    ...(position && { latitude: String(position.latitude), longitude: String(position.longitude) }),
  }
}

type PostOfRow = Pick<PostRecord, 'uid' | 'slug' | 'status' | 'author' | 'date' | 'dateUtc'>

function postOfRow(
  { uid, slug, status, author, date }: EventRow | VenueRow | OrganizerRow,
  { siteZone }: Pick<Planning, 'siteZone'>,
): PostOfRow {
  const dateUtc = UNPUBLISHED.includes(status) ? '' : toWall(toInstant(date, siteZone), UTC)
  return { uid, slug, status, author, date, dateUtc }
}
