import type { FoundPost } from '../rest/find-item.ts'
import type { SentParameters } from '../rest/read/read-query.ts'
import type { WriteScope } from '../rest/scope.ts'
import { nextEvent } from './write-event.ts'
import { nextOrganizer } from './write-organizer.ts'
import { nextVenue } from './write-venue.ts'

export interface UpdateOptions {
  readonly found: FoundPost
  readonly scope: WriteScope
  /** Then a sent slug is the new one, for venues and organizers too. */
  readonly isBySlug: boolean
}

/** Changes an event, venue or organizer; what is not sent stays, and so does a name that is sent blank. */
export async function updateOne(
  sent: SentParameters,
  { found: { collection, id }, scope, isBySlug }: UpdateOptions,
): Promise<void> {
  const { view, signal } = scope
  if (collection === 'events') {
    for (const { record } of await view.read('events', [id], { signal }))
      view.replace('events', id, {
        ...(await nextEvent(sent, { scope, id, previous: record })),
        uid: record.uid,
      })
    return
  }
  const item = collection === 'venues' ? 'venue' : 'organizer'
  const isBlank = String(sent.get(item)).trim() === ''
  const named = new Map(
    [...sent].filter(([name]) => !(name === 'slug' && !isBySlug) && !(name === item && isBlank)),
  )
  if (collection === 'venues') {
    for (const { record } of await view.read('venues', [id], { signal }))
      view.replace('venues', id, { ...nextVenue(named, { scope, id, previous: record }), uid: record.uid })
    return
  }
  for (const { record } of await view.read('organizers', [id], { signal }))
    view.replace('organizers', id, {
      ...nextOrganizer(named, { scope, id, previous: record }),
      uid: record.uid,
    })
}
