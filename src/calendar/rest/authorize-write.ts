import type { Write } from '../plans/perform.ts'
import { mayCreate, mayEdit, mayEditTerms, mayWriteAs } from '../rules/rights.ts'
import type { Call } from './call.ts'
import { parametersOf } from './describe/route-fields.ts'
import {
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
import type { Resource } from './resources/resources.ts'
import { toInteger } from './resources/values.ts'
import { forbidden, invalidParameter, noRoute, restError } from './rest-error.ts'
import type { Scope } from './scope.ts'

/**
 * The write that a request asks for, in typed values. Throws what the request is told when its parameters are wrong,
 * then when the actor may not do this at all, then when there is no such thing, then when it is not the actor's.
 */
export function authorizeWrite({ route, method, sent }: Call, scope: Scope): Write {
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

/** The key of a path among the parameters: a slug that is sent for an event is the new one, and checked instead. */
function keyOf(
  route: ResourceRoute,
  { method, sent }: Pick<Call, 'method' | 'sent'>,
): readonly (readonly [string, unknown])[] {
  if (route.kind === 'collection') return []
  if (route.kind === 'item') return [['id', route.id]]
  const isUpdate = method !== 'DELETE' && route.resource.collection === 'events'
  return [['slug', (isUpdate ? sent.get('slug') : undefined) ?? route.slug]]
}

/** Terms belong to nobody, and go for good. */
function isTerm({ collection }: Resource): boolean {
  return collection === 'categories' || collection === 'tags'
}

/** The right that is asked before it is known what a request is about. */
function mayWrite({ collection }: Resource, { actor }: Scope): boolean {
  return collection === 'categories' || collection === 'tags'
    ? mayEditTerms(actor, collection)
    : mayCreate(actor)
}

/** Posts go to the trash, once. Spec: calendar facts, section 10. */
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

/** Throws what a request is told of a record that does not exist. */
function foundItem(route: ItemRoute, { isRemoval, scope }: FindOptions): FoundItem {
  const found = findItem(route, scope)
  if (found) return found
  const isEvent = route.resource.collection === 'events'
  if (route.kind === 'item') throw isEvent ? refuseUnknownEvent(route.id, scope) : invalidParameter('id')
  if (isRemoval || !isEvent) throw invalidParameter('slug')
  throw restError('rest-event-not-found', 'Event with ID 0 does not exist.', { status: 404 })
}

/**
 * Throws 403 for a request that writes in another user's name, for itself or for a venue or organizer that it brings:
 * only editors and administrators may. Spec: calendar facts, section 9.1.
 */
function refuseOtherAuthor(sent: SentParameters, { actor }: Pick<Scope, 'actor'>): void {
  const brought = [sent.get('venue'), sent.get('organizer')].flatMap(entriesOf)
  const authors = [sent.get('author'), ...brought.map(authorOf)]
  if (authors.some((author) => author !== undefined && !mayWriteAs(actor, toInteger(author))))
    throw restError('rest_cannot_create', 'Sorry, you are not allowed to create posts as this user.', {
      status: 403,
    })
}

/** Of data that names something by its id nothing else counts. */
function authorOf(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null || Reflect.get(entry, 'id')) return undefined
  return Reflect.get(entry, 'author') ?? undefined
}
