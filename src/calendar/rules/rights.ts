import { type Actor, isAtLeast } from '../model/settings.ts'
import type { Status } from '../model/status.ts'

/** The fields of a post that decide about rights. */
interface Owned {
  readonly status: Status
  /** Id of the user who owns it. */
  readonly author: number
}

/** Statuses in which contributors may not edit their own posts. */
const PUBLISHED: readonly Status[] = ['publish', 'future']

/** True for actors who may create events, venues and organizers. */
export function mayCreate(actor: Actor): boolean {
  return isAtLeast(actor, 'contributor')
}

export function mayPublish(actor: Actor): boolean {
  return isAtLeast(actor, 'author')
}

/** True for actors who may have pictures fetched from a URL. */
export function mayUpload(actor: Actor): boolean {
  return isAtLeast(actor, 'author')
}

/** True for actors to whom lists show unpublished records of all users. */
export function mayListUnpublished(actor: Actor): boolean {
  return isAtLeast(actor, 'contributor')
}

/** True if lists, and events that link to it, show the record to the actor. Reading it by id may still be refused. */
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

/** True for actors who may set this user as author. */
export function mayWriteAs(actor: Actor, author: number | undefined): boolean {
  return isAtLeast(actor, 'editor') || actor?.id === author
}

export function mayEditTerms(actor: Actor, collection: 'categories' | 'tags'): boolean {
  return isAtLeast(actor, collection === 'categories' ? 'author' : 'editor')
}
