import type { Patches } from '../model/patch.ts'
import type { EventRow, OrganizerRow, TermRow, VenueRow } from '../model/rows.ts'
import type { TermCollection } from '../rules/terms.ts'
import { createEvent, updateEvent } from './events.ts'
import { createPlace, updatePlace } from './places.ts'
import type { Planning } from './planning.ts'
import { deleteTerm, patchTerm, postTerm } from './terms.ts'
import { trashPost } from './trash.ts'

type PostCollection = 'events' | 'venues' | 'organizers'
type PostRow = EventRow | VenueRow | OrganizerRow

/** The record that a write is about, as it was found. */
export type FoundItem =
  | { readonly kind: 'post'; readonly collection: PostCollection; readonly row: PostRow }
  | { readonly kind: 'term'; readonly collection: TermCollection; readonly row: TermRow }

/** What a request that was judged wants to have written. */
export type Write =
  | { readonly kind: 'create'; readonly content: Content }
  | { readonly kind: 'update'; readonly target: FoundItem; readonly content: Content }
  | { readonly kind: 'delete'; readonly target: FoundItem }

/** A patch and the collection that it is for. */
export type Content = {
  readonly [C in keyof Patches]: { readonly collection: C; readonly patch: Patches[C] }
}[keyof Patches]

/** Makes the changes of a write on the draft, and returns the id of the record that it is about. */
export async function performWrite(write: Write, planning: Planning): Promise<number> {
  if (write.kind === 'create') return createRecord(write.content, planning)
  if (write.kind === 'update') await updateRecord(write.target, write.content, planning)
  else await deleteRecord(write.target, planning)
  return write.target.row.id
}

async function createRecord(content: Content, planning: Planning): Promise<number> {
  switch (content.collection) {
    case 'events':
      return createEvent(content.patch, planning)
    case 'venues':
    case 'organizers':
      return createPlace(content.patch, { collection: content.collection, planning })
    case 'categories':
    case 'tags':
      return postTerm(content.patch, { collection: content.collection, planning })
  }
}

async function updateRecord({ row }: FoundItem, content: Content, planning: Planning): Promise<void> {
  switch (content.collection) {
    case 'events':
      return updateEvent(row.id, content.patch, planning)
    case 'venues':
    case 'organizers':
      return updatePlace(row.id, content.patch, { collection: content.collection, planning })
    case 'categories':
    case 'tags': {
      const term = planning.view.row(content.collection, row.id)
      if (term) patchTerm(term, content.patch, { collection: content.collection, planning })
    }
  }
}

async function deleteRecord(target: FoundItem, planning: Planning): Promise<void> {
  if (target.kind === 'term') return deleteTerm(target.row, { collection: target.collection, planning })
  const { collection, row } = target
  await trashPost({ collection, id: row.id, status: row.status }, planning)
}
