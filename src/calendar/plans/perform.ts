import type { Patches } from '../model/patch.ts'
import type { TermRow } from '../model/rows.ts'
import type { TermCollection } from '../rules/terms.ts'
import { putEvent } from './events.ts'
import { putPlace } from './places.ts'
import type { Planning } from './planning.ts'
import { deleteTerm, putTerm } from './terms.ts'

/** What a request says of a record, and its collection. */
export type Content = {
  readonly [C in keyof Patches]: { readonly collection: C; readonly patch: Patches[C] }
}[keyof Patches]

/** A write that was judged. Posts are never removed: they go to the trash by their status. */
export type Write =
  | {
      readonly kind: 'put'
      readonly content: Content
      /** Absent for a new record. */
      readonly id: number | undefined
    }
  | { readonly kind: 'remove'; readonly collection: TermCollection; readonly row: TermRow }

/** Makes the changes of a write on the draft, and returns the id of the record that it is about. */
export async function performWrite(write: Write, planning: Planning): Promise<number> {
  if (write.kind === 'remove') {
    deleteTerm(write.row, { collection: write.collection, planning })
    return write.row.id
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

/** Well inside the changes that one commit takes. */
const MOST_AT_ONCE = 900

/**
 * Takes venues and organizers that are in the trash out of the events that name them. True when it changed
 * something: then more may be left.
 */
export async function unlinkTrashed({ view, signal }: Pick<Planning, 'view' | 'signal'>): Promise<boolean> {
  let left = MOST_AT_ONCE
  for (const collection of ['venues', 'organizers'] as const) {
    for (const row of view.rows(collection)) {
      if (row.status !== 'trash' || left === 0) continue
      const ids = [...view.eventsOf(collection, row.id)].slice(0, left)
      left -= ids.length
      for (const { id, record } of await view.read('events', ids, { signal })) {
        const venue = record.venue === row.uid ? null : record.venue
        const organizers = record.organizers.filter((uid) => uid !== row.uid)
        view.replace('events', id, { ...record, venue, organizers })
      }
    }
  }
  return left < MOST_AT_ONCE
}
