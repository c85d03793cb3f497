import type { NewRecord, Records } from '../model/records.ts'
import type { Patches, Planning } from '../model/write.ts'
import { refuse } from '../model/write.ts'
import { mayEdit } from '../rules/rights.ts'
import { mergeSlug } from '../rules/slugs.ts'
import { decideFields, mergeFields } from './merge-record.ts'
import { previousPlace } from './previous-record.ts'

type PlaceCollection = 'venues' | 'organizers'
type Place = Records[PlaceCollection]
type PlacePatch = Patches[PlaceCollection]
type NewPlace = NewRecord<PlaceCollection>

interface PlaceOptions {
  readonly collection: PlaceCollection
  readonly planning: Planning
}

export interface PutPlaceOptions extends PlaceOptions {
  /** Absent for a new place. */
  readonly id: number | undefined
}

/**
 * Creates or updates a venue or organizer, and returns its id. Fields that are not sent stay, and so does the name
 * when a blank one is sent.
 */
export async function putPlace(patch: PlacePatch, options: PutPlaceOptions): Promise<number> {
  const { collection, id, planning } = options
  if (id === undefined) return createPlace(patch, options)
  const sent = { ...patch, name: patch.name?.trim() || undefined }
  const previous = await previousPlace(collection, { id, patch: sent, planning })
  if (previous) replacePlace(id, mergePlace(sent, { ...options, previous }), options)
  return id
}

/**
 * Creates a place, unless there is one with the same name (case ignored), and the same description if one was sent,
 * that is published or that the actor may edit. That one is used instead, and its contact data is updated if the actor
 * may edit it. Spec: calendar facts, section 11.2.
 */
async function createPlace(patch: PlacePatch, options: PlaceOptions): Promise<number> {
  const { collection, planning } = options
  const name = patch.name?.trim() ?? ''
  if (name === '') throw refuse({ kind: 'not-created', collection })
  const existing = await findSameNamed(patch, { ...options, name })
  if (existing) {
    const { id, record: previous } = existing
    const { modifiedUtc } = previous
    if (mayEdit(planning.actor, previous)) {
      const next = mergePlace(updatablePart(patch), { ...options, id, previous })
      replacePlace(id, { ...next, modifiedUtc }, options)
    }
    return id
  }
  const record = mergePlace({ ...patch, name }, { ...options, id: undefined })
  const id = planning.view.create<PlaceCollection>(collection, record)
  if (record.slug === '') {
    const { status } = record
    const slug = mergeSlug(planning.view, {
      collection,
      id,
      sent: undefined,
      name,
      status,
      previous: undefined,
    })
    replacePlace(id, { ...record, slug }, options)
  }
  return id
}

interface MergeOptions extends PutPlaceOptions {
  readonly previous?: Place | undefined
}

/** The venue or organizer that results from a request. Spec: calendar facts, sections 3, 4 and 11. */
function mergePlace(patch: PlacePatch, options: MergeOptions): NewPlace {
  const { collection, previous } = options
  const merged: NewPlace = mergeFields<PlaceCollection>(collection, patch, previous)
  return { ...merged, ...decideFields(patch, { ...options, name: merged.name }) }
}

function replacePlace(id: number, record: NewPlace, { collection, planning: { view } }: PlaceOptions): void {
  view.replace<PlaceCollection>(collection, id, { ...record, uid: view.uidOf(collection, id) })
}

/**
 * The part of a patch that may change an existing place: not its name, status, author or date. Maps are shown
 * unless the request says otherwise, and an empty description is ignored.
 */
function updatablePart(patch: PlacePatch): PlacePatch {
  const { name, status, author, date, dateUtc, description, ...contact } = patch
  return { showMap: true, showMapLink: true, ...contact, ...(description && { description }) }
}

/**
 * The oldest place with the same name and description, published ones first. Others count only if the actor may edit
 * them: the public does not see them, so that an event linked to one would have no place.
 */
async function findSameNamed(
  { description = '' }: PlacePatch,
  { name, collection, planning }: PlaceOptions & { readonly name: string },
): Promise<{ readonly id: number; readonly record: Place } | undefined> {
  const { view, actor, signal } = planning
  const wanted = name.toLowerCase()
  const named = [...view.rows(collection)].filter((row) => row.name.trim() === wanted)
  const published = named.filter(({ status }) => status === 'publish')
  const own = named.filter((row) => !['publish', 'trash'].includes(row.status) && mayEdit(actor, row))
  for (const row of [...published, ...own]) {
    const [item] = await view.read(collection, [row.id], { signal, skipsDamaged: true })
    if (item && (description === '' || item.record.description === description)) return item
  }
  return undefined
}
