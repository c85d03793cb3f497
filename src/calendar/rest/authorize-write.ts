import type { Write } from '../plans/perform.ts'
import { mayCreate, mayEdit, mayEditTerms, mayWriteAs } from '../rules/rights.ts'
import { parametersOf } from './describe/route-fields.ts'
import {
  type CalendarCall,
  type FoundItem,
  findItem,
  type ItemRoute,
  type ResourceRoute,
  refuseUnknownEvent,
} from './match-route.ts'
import type { SentParameters } from './read/read-parameters.ts'
import { readContent } from './read/read-patch.ts'
import { validate } from './read/validate.ts'
import { entriesOf } from './resources/checks.ts'
import { toInteger } from './resources/parameter.ts'
import type { Resource } from './resources/resources.ts'
import { forbidden, invalidParameter, noRoute, restError } from './rest-error.ts'
import type { Scope } from './scope.ts'

/**
 * Checks a write and returns it in typed values. Checks in this order, and throws at the first failure: parameters,
 * the general right to write, whether the record exists, the right to edit this record.
 */
export function authorizeWrite({ route, method, sent }: CalendarCall, scope: Scope): Write {
  if (!('resource' in route)) throw noRoute()
  const { resource } = route
  const isKnown = scope.actor !== undefined
  const isRemoval = method === 'DELETE'
  validate(parametersOf(route, method), new Map([...sent, ...keyOf(route, { method, sent })]), scope)
  if (!mayWrite(resource, scope)) throw forbidden(isKnown)
  const found = route.kind === 'collection' ? undefined : foundItem(route, { isRemoval, scope })
  if (found?.kind === 'post' && !mayEdit(scope.actor, found.row)) throw forbidden(isKnown)
  if (found && isRemoval) return removal(found)
  if (!isTerm(resource)) refuseOtherAuthor(sent, scope)
  const content = readContent(resource, sent, { isBySlug: route.kind === 'by-slug' })
  return { kind: 'put', content, id: found?.row.id }
}

/**
 * The key of the path, added to the parameters. A slug in the body of an event is the new slug and is checked
 * instead.
 */
function keyOf(
  route: ResourceRoute,
  { method, sent }: Pick<CalendarCall, 'method' | 'sent'>,
): readonly (readonly [string, unknown])[] {
  if (route.kind === 'collection') return []
  if (route.kind === 'item') return [['id', route.id]]
  const isUpdate = method !== 'DELETE' && route.resource.collection === 'events'
  return [['slug', (isUpdate ? sent.get('slug') : undefined) ?? route.slug]]
}

/** Terms have no owner, and are removed permanently. */
function isTerm({ collection }: Resource): boolean {
  return collection === 'categories' || collection === 'tags'
}

/** The general right, checked before the record is looked up. */
function mayWrite({ collection }: Resource, { actor }: Scope): boolean {
  return collection === 'categories' || collection === 'tags'
    ? mayEditTerms(actor, collection)
    : mayCreate(actor)
}

/** The write that trashes a post, or removes a term. A trashed post is refused. Spec: calendar facts, section 10. */
function removal(found: FoundItem): Write {
  if (found.kind === 'term') return { kind: 'remove', collection: found.collection, row: found.row }
  const { collection, row } = found
  const item = ITEMS[collection]
  if (row.status === 'trash')
    throw restError(`${item}-is-in-trash`, `The ${item} is already trashed`, { status: 410 })
  return { kind: 'put', content: { collection, patch: { status: 'trash' } }, id: row.id }
}

const ITEMS = { events: 'event', venues: 'venue', organizers: 'organizer' } as const

interface FindOptions {
  readonly isRemoval: boolean
  readonly scope: Scope
}

/** Finds the record of a route. Throws the error that recorded servers give for an unknown one. */
function foundItem(route: ItemRoute, { isRemoval, scope }: FindOptions): FoundItem {
  const found = findItem(route, scope)
  if (found) return found
  const isEvent = route.resource.collection === 'events'
  if (route.kind === 'item') throw isEvent ? refuseUnknownEvent(route.id, scope) : invalidParameter('id')
  if (isRemoval || !isEvent) throw invalidParameter('slug')
  throw restError('rest-event-not-found', 'Event with ID 0 does not exist.', { status: 404 })
}

/**
 * Throws 403 for a request that sets another user as author, of the record itself or of a venue or organizer sent
 * with it: only editors and administrators may. Spec: calendar facts, section 9.1.
 */
function refuseOtherAuthor(sent: SentParameters, { actor }: Pick<Scope, 'actor'>): void {
  const brought = [sent.get('venue'), sent.get('organizer')].flatMap(entriesOf)
  const authors = [sent.get('author'), ...brought.map(authorOf)]
  if (authors.some((author) => author !== undefined && !mayWriteAs(actor, toInteger(author))))
    throw restError('rest_cannot_create', 'Sorry, you are not allowed to create posts as this user.', {
      status: 403,
    })
}

/** The author in the data of a linked record. Data with an `id` only links, so its author is ignored. */
function authorOf(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null || Reflect.get(entry, 'id')) return undefined
  return Reflect.get(entry, 'author') ?? undefined
}
