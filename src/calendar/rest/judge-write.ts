import type { Write } from '../plans/perform.ts'
import { mayCreate, mayEdit, mayEditTerms, mayWriteAs } from '../rules/rights.ts'
import type { Call } from './call.ts'
import { collectionEndpoints, type Endpoint, itemEndpoints, slugEndpoints } from './describe/route-fields.ts'
import { findItem, type Route, refuseUnknownEvent } from './match-route.ts'
import type { SentParameters } from './read/read-parameters.ts'
import { readContent } from './read/read-patch.ts'
import { validate } from './read/validate.ts'
import { entriesOf } from './resources/checks.ts'
import type { ParameterTable } from './resources/parameter.ts'
import type { Resource } from './resources/resources.ts'
import { toInteger } from './resources/values.ts'
import { forbidden, invalidParameter, noRoute, restError } from './rest-error.ts'
import type { Scope } from './scope.ts'

/**
 * The write that a request asks for, in typed values. Throws what the request is told when its parameters are wrong,
 * then when the actor may not do this at all, then when there is no such thing, then when it is not the actor's.
 */
export function judgeWrite({ route, method, sent }: Call, scope: Scope): Write {
  const isKnown = scope.actor !== undefined
  if (route.kind === 'collection') {
    validate(fieldsFor('POST', collectionEndpoints(route.resource)), sent, scope)
    if (!mayWrite(route.resource, scope)) throw forbidden(isKnown)
    if (isOwned(route.resource)) refuseOtherAuthor(sent, scope)
    return { kind: 'create', content: readContent(route.resource, sent, { isBySlug: false }) }
  }
  if (route.kind !== 'item' && route.kind !== 'by-slug') throw noRoute()
  const byId = route.kind === 'item'
  const endpoints = byId ? itemEndpoints(route.resource) : slugEndpoints(route.resource)
  const newSlug = method !== 'DELETE' && route.resource.collection === 'events' ? sent.get('slug') : undefined
  const key: [string, unknown] = byId ? ['id', route.id] : ['slug', newSlug ?? route.slug]
  validate(fieldsFor(method, endpoints), new Map([...sent, key]), scope)
  if (!mayWrite(route.resource, scope)) throw forbidden(isKnown)
  const found = findItem(route, scope)
  if (found.kind === 'none') throw unknownItem(route, { method, scope })
  if (found.kind === 'post' && !mayEdit(scope.actor, found.row)) throw forbidden(isKnown)
  if (found.kind === 'post' && method !== 'DELETE') refuseOtherAuthor(sent, scope)
  if (method === 'DELETE') return { kind: 'delete', target: found }
  return { kind: 'update', target: found, content: readContent(route.resource, sent, { isBySlug: !byId }) }
}

/** Terms belong to nobody. */
function isOwned({ collection }: Resource): boolean {
  return collection !== 'categories' && collection !== 'tags'
}

function fieldsFor(method: string, endpoints: readonly Endpoint[]): ParameterTable {
  return endpoints.find(({ methods }) => methods.some((known) => known === method))?.fields ?? {}
}

/** The right that is asked before it is known what a request is about. */
function mayWrite({ collection }: Resource, { actor }: Scope): boolean {
  return collection === 'categories' || collection === 'tags'
    ? mayEditTerms(actor, collection)
    : mayCreate(actor)
}

interface UnknownOptions {
  readonly method: string
  readonly scope: Scope
}

function unknownItem(
  route: Extract<Route, { readonly kind: 'item' | 'by-slug' }>,
  { method, scope }: UnknownOptions,
) {
  if (route.kind === 'item') {
    return route.resource.collection === 'events'
      ? refuseUnknownEvent(route.id, scope)
      : invalidParameter('id')
  }
  const isUpdate = method !== 'DELETE' && route.resource.collection === 'events'
  if (!isUpdate) return invalidParameter('slug')
  return restError('rest-event-not-found', 'Event with ID 0 does not exist.', { status: 404 })
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
