import { type Field, initialOf, type ReadAs, type Stored } from '../model/field.ts'
import { FIELDS, type NewRecord, type PostRecord, type Records, type Uid } from '../model/records.ts'
import type { EventPatch, Patches, Planning } from '../model/write.ts'
import { refuse } from '../model/write.ts'
import { mergePublication } from '../rules/publication.ts'
import { mergeSlug } from '../rules/slugs.ts'
import { toWall } from '../time/wall-clock.ts'
import { UTC } from '../time/zone.ts'

type PostCollection = 'events' | 'venues' | 'organizers'

/** Fields that are read in these ways are stored as read; rules decide about all others. */
const AS_READ: readonly (ReadAs | undefined)[] = ['text', 'flag', 'switch', 'integer', 'cost', 'degrees']

/**
 * The fields of a record after a patch. A field that is not sent keeps its value, or is empty in a new record.
 * Fields that are not stored as read keep the value of the previous record.
 */
export function mergeFields<C extends PostCollection>(
  collection: C,
  patch: Patches[C],
  previous: Records[C] | undefined,
): NewRecord<C> {
  const merged = Object.entries<Field>(FIELDS[collection]).map(([name, field]) => {
    const sent = AS_READ.includes(field.reads) ? storedValue(patch, name) : undefined
    const kept = previous && storedValue(previous, name)
    return [name, sent ?? kept ?? initialOf(field)] as const
  })
  return Object.fromEntries(merged.filter(([name]) => name !== 'uid')) as NewRecord<C>
}

function storedValue(fields: object, name: string): Stored[keyof Stored] | undefined {
  return Reflect.get(fields, name)
}

/** Fields of events, venues and organizers that rules decide. */
type Decided = Pick<PostRecord, 'status' | 'date' | 'dateUtc' | 'author' | 'slug' | 'modifiedUtc' | 'image'>

export interface DecideOptions {
  readonly collection: PostCollection
  /** Absent for a new record. */
  readonly id: number | undefined
  /** The text that a slug is made from. */
  readonly name: string
  readonly planning: Planning
  readonly previous?: PostRecord | undefined
}

/** Publication, author, slug and picture after a patch. Spec: calendar facts, section 11.3. */
export function decideFields(
  patch: Pick<EventPatch, 'status' | 'date' | 'dateUtc' | 'author' | 'slug' | 'image'>,
  { collection, id, name, planning, previous }: DecideOptions,
): Decided {
  const { view, actor, nowMs } = planning
  const isEvent = collection === 'events'
  const publication = mergePublication(patch, { ...planning, previous, isEvent })
  const { status } = publication
  const { author = previous?.author ?? actor?.id ?? 0, slug: sent, image } = patch
  return {
    ...publication,
    author,
    slug: mergeSlug(view, { collection, id, sent, name, status, previous }),
    modifiedUtc: previous ? toWall(nowMs, UTC) : publication.dateUtc,
    image: image === undefined ? (previous?.image ?? null) : namedImage(image, planning),
  }
}

/**
 * The uid of the picture that a request names by id or URL; `null` for none. A URL gets one record only. Refuses a
 * picture that does not exist.
 */
function namedImage(named: number | string | null, planning: Planning): Uid | null {
  if (named === null) return null
  const { view, fetchedImages, actor, nowMs, siteZone } = planning
  const id = typeof named === 'number' ? named : idBySource(named, planning)
  if (id !== undefined) {
    if (!view.row('images', id)) throw refuse({ kind: 'invalid', field: 'image' })
    return view.uidOf('images', id)
  }
  const fetched = fetchedImages.get(String(named))
  if (fetched === undefined || fetched === 'unusable') throw refuse({ kind: 'invalid', field: 'image' })
  const created = view.create('images', {
    ...fetched,
    author: actor?.id ?? 0,
    date: toWall(nowMs, siteZone),
  })
  return view.uidOf('images', created)
}

/** The id of the picture that was fetched from the URL, if there is one. */
function idBySource(address: string, { view }: Pick<Planning, 'view'>): number | undefined {
  for (const { id, source } of view.rows('images')) if (source === address) return id
  return undefined
}
