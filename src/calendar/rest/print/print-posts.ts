import { openedEvents } from '../authenticate.ts'
import type { Scope } from '../scope.ts'
import { imageOf, readLinked } from './linked-records.ts'
import { printEvent } from './print-event.ts'
import { printOrganizer, printVenue } from './print-places.ts'

export interface PrintPostsOptions {
  readonly scope: Scope
  readonly isSingle: boolean
  /** Passwords do not matter: one was shown, or the actor wrote it just now. */
  readonly isOpen: boolean
  /** The password that a list was shown: it opens the events that have it. */
  readonly password?: unknown
}

/** Reads and prints, in the order of the ids. What they link to is read once for all of them. */
export async function printPosts(
  collection: 'events' | 'venues' | 'organizers',
  ids: readonly number[],
  { scope, isSingle, isOpen, password }: PrintPostsOptions,
): Promise<readonly object[]> {
  const { view, signal } = scope
  const none = { venues: [], organizers: [] }
  if (collection === 'venues') {
    const items = await view.read('venues', ids, { signal })
    const linked = await readLinked(scope, {
      ...none,
      images: items.flatMap(({ record }) => imageOf(record)),
    })
    return items.map((item) => printVenue(item, { scope, linked, isSingle }))
  }
  if (collection === 'organizers') {
    const items = await view.read('organizers', ids, { signal })
    const linked = await readLinked(scope, {
      ...none,
      images: items.flatMap(({ record }) => imageOf(record)),
    })
    return items.map((item) => printOrganizer(item, { scope, linked, isSingle }))
  }
  const items = await view.read('events', ids, { signal })
  const linked = await readLinked(scope, {
    venues: items.flatMap(({ record: { venue } }) => (venue === null ? [] : [venue])),
    organizers: items.flatMap(({ record: { organizers } }) => organizers),
    images: items.flatMap(({ record }) => imageOf(record)),
  })
  const opened = isOpen ? undefined : await openedEvents(items, { shown: password, scope })
  return items.map((item) =>
    printEvent(item, { scope, linked, isSingle, isOpen: opened?.has(item.id) ?? true }),
  )
}
