import type { TermRow } from '../model/rows.ts'
import type { Patches, Planning } from '../model/write.ts'
import type { TermCollection } from '../rules/terms.ts'
import { putEvent } from './events.ts'
import { putPlace } from './places.ts'
import { readInParts } from './read-in-parts.ts'
import { deleteTerm, putTerm } from './terms.ts'

/** The patch of a request, with its collection. */
export type Content = {
  readonly [C in keyof Patches]: { readonly collection: C; readonly patch: Patches[C] }
}[keyof Patches]

/** An authorized write. Posts are never removed: they go to the trash by their status. */
export type Write =
  | {
      readonly kind: 'put'
      readonly content: Content
      /** Absent for a new record. */
      readonly id: number | undefined
    }
  | { readonly kind: 'remove'; readonly collection: TermCollection; readonly row: TermRow }

/**
 * Makes the changes of a write on the draft, and returns the id of the written record. `undefined` when they are too
 * many for one commit: the caller commits those that were made, and repeats it.
 */
export async function performWrite(write: Write, planning: Planning): Promise<number | undefined> {
  if (write.kind === 'remove') {
    const isRemoved = deleteTerm(write.row, { collection: write.collection, planning })
    return isRemoved ? write.row.id : undefined
  }
  const { content, id } = write
  switch (content.collection) {
    case 'events':
      return putEvent(content.patch, { id, planning })
    case 'venues':
    case 'organizers':
      return putPlace(content.patch, { collection: content.collection, id, planning })
    case 'categories':
    case 'tags':
      return putTerm(content.patch, { collection: content.collection, id, planning })
  }
}

/** Events that one call changes: well below the maximum of a commit. */
const MOST_AT_ONCE = 900

const PLACES = ['venues', 'organizers'] as const

/**
 * Removes links to trashed venues and organizers from events, in one bounded step. True when it changed something:
 * more may remain, so the caller repeats it. Damaged events keep their links.
 */
export async function unlinkTrashed({ view, signal }: Pick<Planning, 'view' | 'signal'>): Promise<boolean> {
  const trashed = PLACES.flatMap((collection) =>
    [...view.rows(collection)]
      .filter(({ status }) => status === 'trash')
      .map(({ id, uid }) => ({ uid, events: view.eventsOf(collection, id) })),
  )
  if (trashed.length === 0) return false
  const uids = new Set(trashed.map(({ uid }) => uid))
  const ids = new Set([...trashed.flatMap(({ events }) => [...events]), ...view.protectedEvents()])
  let left = MOST_AT_ONCE
  for await (const { id, record } of readInParts(view, { collection: 'events', ids: [...ids], signal })) {
    if (left === 0) break
    const venue = record.venue !== null && uids.has(record.venue) ? null : record.venue
    const organizers = record.organizers.filter((uid) => !uids.has(uid))
    if (venue === record.venue && organizers.length === record.organizers.length) continue
    view.replace('events', id, { ...record, venue, organizers })
    left -= 1
  }
  return left < MOST_AT_ONCE
}
