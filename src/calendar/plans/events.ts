import type { EventRecord } from '../model/event.ts'
import type { Uid } from '../model/records.ts'
import { UNPUBLISHED } from '../model/status.ts'
import type { EventPatch, OrganizerPatch, Planning, SentLink, VenuePatch } from '../model/write.ts'
import { refuse } from '../model/write.ts'
import { mergeTimes } from '../rules/event-times.ts'
import { mayCreate } from '../rules/rights.ts'
import { mergeSlug } from '../rules/slugs.ts'
import { decideFields, mergeFields } from './merge-record.ts'
import { putPlace } from './places.ts'
import { previousEvent } from './previous-record.ts'
import { namedTerms } from './terms.ts'

export interface PutEventOptions {
  /** Absent for a new event. */
  readonly id: number | undefined
  readonly planning: Planning
}

/**
 * Creates or updates an event, with the records that it links to, and returns its id. Fields that are not sent
 * stay.
 */
export async function putEvent(patch: EventPatch, { id, planning }: PutEventOptions): Promise<number> {
  const { view } = planning
  const previous = id === undefined ? undefined : await previousEvent(id, { patch, planning })
  const record = await mergeEvent(patch, { planning, id, previous })
  if (id !== undefined && previous) {
    view.replace('events', id, { ...record, uid: previous.uid })
    return id
  }
  const created = view.create('events', record)
  const { slug, status, title: name } = record
  if (slug === '' && !UNPUBLISHED.includes(status)) {
    const naming = { id: created, sent: undefined, name, status, previous: undefined }
    const numbered = mergeSlug(view, { collection: 'events', ...naming })
    view.replace('events', created, { ...record, slug: numbered, uid: view.uidOf('events', created) })
  }
  return created
}

interface MergeEventOptions extends PutEventOptions {
  readonly previous?: EventRecord | undefined
}

/** The event that results from a request. Spec: calendar facts, section 9. */
async function mergeEvent(patch: EventPatch, options: MergeEventOptions): Promise<Omit<EventRecord, 'uid'>> {
  const { planning, previous } = options
  const merged = mergeFields('events', patch, previous)
  const times = mergeTimes(patch, { ...planning, previous })
  const venue = await linkedVenue(patch.venue, { planning, previous: merged.venue })
  const organizers = await linkedOrganizers(patch.organizers, { planning, previous: merged.organizers })
  return {
    ...merged,
    ...decideFields(patch, { ...options, collection: 'events', name: merged.title }),
    ...times,
    website: mergeWebsite(patch.website, previous),
    venue,
    organizers,
    categories: patch.categories
      ? namedTerms(patch.categories, { collection: 'categories', planning })
      : merged.categories,
    tags: patch.tags ? namedTerms(patch.tags, { collection: 'tags', planning }) : merged.tags,
  }
}

/** `null` until a website is set: answers then give the event's own page. `''` after it was removed. */
function mergeWebsite(sent: string | undefined, previous: EventRecord | undefined): string | null {
  if (sent === undefined) return previous?.website ?? null
  return sent === '' && !previous ? null : sent
}

interface LinkOptions<T> {
  readonly planning: Planning
  readonly previous: T
}

/** The venue of an event after a request. An empty list removes it; more than one is refused. */
async function linkedVenue(
  links: readonly SentLink<VenuePatch>[] | undefined,
  { planning, previous }: LinkOptions<Uid | null>,
): Promise<Uid | null> {
  if (!links) return previous
  const [link, ...more] = links
  if (!link) return null
  if (more.length > 0) throw refuse({ kind: 'not-created', collection: 'venues' })
  return linked(link, { collection: 'venues', planning })
}

/** The organizers of an event after a request, each once, in the order of the request. */
async function linkedOrganizers(
  links: readonly SentLink<OrganizerPatch>[] | undefined,
  { planning, previous }: LinkOptions<readonly Uid[]>,
): Promise<readonly Uid[]> {
  if (!links) return previous
  const uids = new Set<Uid>()
  for (const link of links) uids.add(await linked(link, { collection: 'organizers', planning }))
  return [...uids]
}

interface LinkedOptions {
  readonly collection: 'venues' | 'organizers'
  readonly planning: Planning
}

async function linked(link: SentLink<VenuePatch | OrganizerPatch>, options: LinkedOptions): Promise<Uid> {
  const { collection, planning } = options
  const { view, actor } = planning
  if ('id' in link) {
    const row = view.row(collection, link.id)
    if (!row || row.status === 'trash') throw refuse({ kind: 'not-created', collection })
    return row.uid
  }
  if (!mayCreate(actor)) throw refuse({ kind: 'forbidden', isKnown: actor !== undefined })
  return view.uidOf(collection, await putPlace(link.data, { ...options, id: undefined }))
}
