import type { EventRecord } from '../model/event.ts'
import type { EventPatch } from '../model/patch.ts'
import { UNPUBLISHED } from '../model/status.ts'
import { nextTimes } from '../rules/event-times.ts'
import { nextSlug } from '../rules/slugs.ts'
import { linkedOrganizers, linkedVenue } from './links.ts'
import { namedTerms } from './named-terms.ts'
import { decideFields, mergeFields } from './next-record.ts'
import type { Planning } from './planning.ts'

/** Stores a new event, with what it names, and returns its id. */
export async function createEvent(patch: EventPatch, planning: Planning): Promise<number> {
  const { view } = planning
  const record = await nextEvent(patch, { planning, id: undefined })
  const id = view.create('events', record)
  const { slug, status, title: name } = record
  if (slug === '' && !UNPUBLISHED.includes(status)) {
    const naming = { id, sent: undefined, name, status, previous: undefined }
    const numbered = nextSlug(view, { collection: 'events', ...naming })
    view.replace('events', id, { ...record, slug: numbered, uid: view.uidOf('events', id) })
  }
  return id
}

/** Changes an event; what is not sent stays. */
export async function updateEvent(id: number, patch: EventPatch, planning: Planning): Promise<void> {
  const { view } = planning
  for (const { record: previous } of await view.read('events', [id], planning)) {
    const record = await nextEvent(patch, { planning, id, previous })
    view.replace('events', id, { ...record, uid: previous.uid })
  }
}

interface NextEventOptions {
  readonly planning: Planning
  /** Absent for a new event. */
  readonly id: number | undefined
  readonly previous?: EventRecord | undefined
}

/** An event after a request. Spec: calendar facts, section 9. */
async function nextEvent(patch: EventPatch, options: NextEventOptions): Promise<Omit<EventRecord, 'uid'>> {
  const { planning, previous } = options
  const merged = mergeFields('events', patch, previous)
  const times = nextTimes(patch, { ...planning, previous })
  const venue = await linkedVenue(patch.venue, { planning, previous: merged.venue })
  const organizers = await linkedOrganizers(patch.organizers, { planning, previous: merged.organizers })
  return {
    ...merged,
    ...decideFields(patch, { ...options, collection: 'events', name: merged.title }),
    ...times,
    website: nextWebsite(patch.website, previous),
    venue,
    organizers,
    categories: patch.categories
      ? namedTerms(patch.categories, { collection: 'categories', planning })
      : merged.categories,
    tags: patch.tags ? namedTerms(patch.tags, { collection: 'tags', planning }) : merged.tags,
  }
}

/** Answers show the event's own page as long as no website was ever given or taken away. */
function nextWebsite(sent: string | undefined, previous: EventRecord | undefined): string | null {
  if (sent === undefined) return previous?.website ?? null
  return sent === '' && !previous ? null : sent
}
