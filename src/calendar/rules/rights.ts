import { type Actor, isAtLeast } from '../model/settings.ts'
import type { Status } from '../model/status.ts'

/** What of an event, venue or organizer decides who may do what with it. */
interface Owned {
  readonly status: Status
  /** Id of the user it belongs to. */
  readonly author: number
}

/** What a contributor may not change any more. */
const PUBLISHED: readonly Status[] = ['publish', 'future']

/** May create events, venues and organizers. */
export function mayCreate(actor: Actor): boolean {
  return isAtLeast(actor, 'contributor')
}

export function mayPublish(actor: Actor): boolean {
  return isAtLeast(actor, 'author')
}

/** May have pictures fetched from an address. */
export function mayUpload(actor: Actor): boolean {
  return isAtLeast(actor, 'author')
}

/** Sees in lists what is not published, of everybody. */
export function mayListUnpublished(actor: Actor): boolean {
  return isAtLeast(actor, 'contributor')
}

/** Sees it in lists, and so inside an event, though perhaps not by its id. */
export function mayList(actor: Actor, { status }: Pick<Owned, 'status'>): boolean {
  return status === 'publish' || mayListUnpublished(actor)
}

export function mayRead(actor: Actor, { status, author }: Owned): boolean {
  if (status === 'publish') return true
  if (isAtLeast(actor, 'editor')) return true
  return isAtLeast(actor, 'contributor') && actor?.id === author
}

export function mayEdit(actor: Actor, { status, author }: Owned): boolean {
  if (isAtLeast(actor, 'editor')) return true
  if (actor?.id !== author) return false
  return isAtLeast(actor, 'author') || (isAtLeast(actor, 'contributor') && !PUBLISHED.includes(status))
}

/** May write something in that user's name. */
export function mayWriteAs(actor: Actor, author: number | undefined): boolean {
  return isAtLeast(actor, 'editor') || actor?.id === author
}

export function mayEditTerms(actor: Actor, collection: 'categories' | 'tags'): boolean {
  return isAtLeast(actor, collection === 'categories' ? 'author' : 'editor')
}
