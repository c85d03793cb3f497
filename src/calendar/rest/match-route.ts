import type { DomainError } from '../../errors.ts'
import type { CalendarView } from '../model/calendar.ts'
import type { EventRow, OrganizerRow, TermRow, VenueRow } from '../model/rows.ts'
import type { TermCollection } from '../rules/terms.ts'
import { slugOf } from '../text/slug.ts'
import type { SentParameters } from './read/read-parameters.ts'
import { RESOURCES, type Resource } from './resources/resources.ts'
import { restError } from './rest-error.ts'
import type { Scope } from './scope.ts'

/** The route of a path below the API. Item routes carry their key from the path. */
export type CalendarRoute =
  | { readonly kind: 'index' | 'doc' | 'openapi' }
  | { readonly kind: 'collection'; readonly resource: Resource }
  | { readonly kind: 'item'; readonly resource: Resource; readonly id: number }
  /** The slug as it is written in the path, until {@link readSlug} has read it. */
  | { readonly kind: 'by-slug'; readonly resource: Resource; readonly slug: string }

/** A route of a resource. */
export type ResourceRoute = Extract<CalendarRoute, { readonly resource: Resource }>

/** A route of one record. */
export type ItemRoute = Extract<CalendarRoute, { readonly kind: 'item' | 'by-slug' }>

const PLAIN: ReadonlyMap<string, CalendarRoute> = new Map([
  ['', { kind: 'index' }],
  ['doc', { kind: 'doc' }],
  ['openapi.json', { kind: 'openapi' }],
])

/**
 * Finds the route of a path below the API, ignoring case and a trailing slash; `undefined` when there is none.
 * Spec: calendar document, section 4.
 */
export function matchRoute(pathname: string): CalendarRoute | undefined {
  const path = pathname.replace(/^\//, '').replace(/\/$/, '')
  const [first = '', second, third, ...more] = path.split('/')
  const plain = PLAIN.get(path.toLowerCase())
  if (plain) return plain
  if (more.length > 0) return undefined
  const resource = RESOURCES.find(({ collection }) => collection === first.toLowerCase())
  if (!resource) return undefined
  if (second === undefined) return { kind: 'collection', resource }
  if (third === undefined)
    return /^\d+$/.test(second) ? { kind: 'item', resource, id: idOf(second) } : undefined
  const isSlug = resource.bySlug && second.toLowerCase() === 'by-slug' && third !== ''
  return isSlug ? { kind: 'by-slug', resource, slug: third } : undefined
}

/** Numbers beyond the safe integers become the largest one, which is no id. */
function idOf(digits: string): number {
  const id = Number(digits)
  return Number.isSafeInteger(id) ? id : Number.MAX_SAFE_INTEGER
}

/** The route with the slug that its path names. */
export function readSlug(route: CalendarRoute, view: Pick<CalendarView, 'idBySlug'>): CalendarRoute {
  if (route.kind !== 'by-slug') return route
  const { collection } = route.resource
  return { ...route, slug: slugInPath(view, { collection, slug: route.slug }) }
}

/**
 * The slug that a segment of a path names. A slug may hold percent escapes itself, and `url` of the API has it as it
 * is: `a%20b` is the slug of the title `A%20B`. Where no record has the segment as its slug, it is decoded.
 */
export function slugInPath(view: Pick<CalendarView, 'idBySlug'>, { collection, slug }: NamedSlug): string {
  const written = slug.toLowerCase()
  return view.idBySlug(collection, written) === undefined ? decoded(slug) : written
}

export interface NamedSlug {
  readonly collection: Resource['collection']
  readonly slug: string
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The record that an item route names: a post or a term. */
export type FoundItem =
  | {
      readonly kind: 'post'
      readonly collection: 'events' | 'venues' | 'organizers'
      readonly row: EventRow | VenueRow | OrganizerRow
    }
  | { readonly kind: 'term'; readonly collection: TermCollection; readonly row: TermRow }

/** Finds the record of a route; `undefined` when it does not exist. */
export function findItem(route: ItemRoute, { view }: Pick<Scope, 'view'>): FoundItem | undefined {
  const { collection } = route.resource
  if (collection === 'categories' || collection === 'tags') {
    const term = route.kind === 'item' ? view.row(collection, route.id) : undefined
    return term && { kind: 'term', collection, row: term }
  }
  const id = route.kind === 'item' ? route.id : idOfSlug(view, { collection, slug: route.slug })
  const row = id === undefined ? undefined : view.row(collection, id)
  return row && { kind: 'post', collection, row }
}

/** Finds a record by the slug as sent, else by the slug made from it. */
export function idOfSlug(
  view: Pick<CalendarView, 'idBySlug'>,
  { collection, slug }: NamedSlug,
): number | undefined {
  return view.idBySlug(collection, slug) ?? view.idBySlug(collection, slugOf(slug) || slug)
}

/** An id of another collection gets another error than an unknown id. Spec: calendar facts, section 14. */
export function refuseUnknownEvent(id: number, { view }: Pick<Scope, 'view'>): DomainError {
  if (view.collectionOf(id) !== undefined)
    return restError('rest-invalid-event-id', 'The specified ID is not a valid event.', { status: 400 })
  return restError('rest-event-not-found', `Event with ID ${id} does not exist.`, { status: 404 })
}

/** The methods that the API has. HEAD is answered as GET. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A parsed request, before its parameters are checked. */
export interface CalendarCall {
  readonly route: CalendarRoute
  readonly method: Method
  readonly query: SentParameters
  readonly sent: SentParameters
}

/** The result of a handler, before headers and envelope. */
export interface Answer {
  readonly status: 200 | 201
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}
