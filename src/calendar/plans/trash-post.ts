import type { FoundPost } from '../rest/find-item.ts'
import { restError } from '../rest/rest-error.ts'
import type { WriteScope } from '../rest/scope.ts'
import { updateOne } from './update-one.ts'

const ITEMS = { events: 'event', venues: 'venue', organizers: 'organizer' } as const

/** Moves something to the trash. Throws 410 when it is there already. Spec: calendar facts, section 10. */
export async function trashPost(found: FoundPost, scope: WriteScope): Promise<void> {
  const item = ITEMS[found.collection]
  if (found.row.status === 'trash')
    throw restError(`${item}-is-in-trash`, `The ${item} is already trashed`, { status: 410 })
  await updateOne(new Map([['status', 'trash']]), { found, scope, isBySlug: false })
}
