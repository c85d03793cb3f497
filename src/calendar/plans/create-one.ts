import { UNPUBLISHED } from '../model/status.ts'
import type { SentParameters } from '../rest/read/read-query.ts'
import type { WriteScope } from '../rest/scope.ts'
import { nextSlug } from '../rules/next-slug.ts'
import { createOrganizer, createVenue } from './create-post.ts'
import { nextEvent } from './write-event.ts'

/** Stores a new event, venue or organizer, with what it names, and returns its id. */
export async function createOne(
  collection: 'events' | 'venues' | 'organizers',
  sent: SentParameters,
  scope: WriteScope,
): Promise<number> {
  if (collection === 'venues') return createVenue(sent, scope)
  if (collection === 'organizers') return createOrganizer(sent, scope)
  const { view } = scope
  const record = await nextEvent(sent, { scope, id: undefined })
  const id = view.create('events', record)
  const { slug, status, title: name } = record
  if (slug === '' && !UNPUBLISHED.includes(status)) {
    const numbered = nextSlug(scope, { collection, id, sent: undefined, name, status, previous: undefined })
    view.replace('events', id, { ...record, slug: numbered, uid: view.uidOf('events', id) })
  }
  return id
}
