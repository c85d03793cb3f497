import type { DomainError } from '../../errors.ts'
import type { CalendarView } from '../model/calendar.ts'
import type { EventRow, OrganizerRow, TermRow, VenueRow } from '../model/rows.ts'
import type { TermCollection } from '../rules/terms.ts'
import { slugOf } from '../text/slug.ts'
import { RESOURCES, type Resource } from './resources/resources.ts'
import { restError } from './rest-error.ts'
import type { Scope } from './scope.ts'

/** What a path below the API leads to. Item routes carry their key as it stands in the path. */
export type Route =
  | { readonly kind: 'index' | 'doc' | 'openapi' }
  | { readonly kind: 'collection'; readonly resource: Resource }
  | { readonly kind: 'item'; readonly resource: Resource; readonly id: number }
  | { readonly kind: 'by-slug'; readonly resource: Resource; readonly slug: string }

/** A route of a resource. */
export type ResourceRoute = Extract<Route, { readonly resource: Resource }>

/** A route of one record. */
export type ItemRoute = Extract<Route, { readonly kind: 'item' | 'by-slug' }>

const PLAIN: ReadonlyMap<string, Route> = new Map([
  ['', { kind: 'index' }],
  ['doc', { kind: 'doc' }],
  ['openapi.json', { kind: 'openapi' }],
])

/**
 * The route of a path below the API, whatever its case and with or without a slash at its end; `undefined` for
 * none. Spec: calendar document, section 4.
 */
export function matchRoute(pathname: string): Route | undefined {
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
  return isSlug ? { kind: 'by-slug', resource, slug: decoded(third) } : undefined
}

/** More digits than a number holds are nobody's. */
function idOf(digits: string): number {
  const id = Number(digits)
  return Number.isSafeInteger(id) ? id : Number.MAX_SAFE_INTEGER
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What an item route names: a post or a term. */
export type FoundItem =
  | {
      readonly kind: 'post'
      readonly collection: 'events' | 'venues' | 'organizers'
      readonly row: EventRow | VenueRow | OrganizerRow
    }
  | { readonly kind: 'term'; readonly collection: TermCollection; readonly row: TermRow }

/** `undefined` when there is no such record. */
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

/** What has the slug, or the slug that the text gives. */
export function idOfSlug(
  view: Pick<CalendarView, 'idBySlug'>,
  { collection, slug }: { readonly collection: Resource['collection']; readonly slug: string },
): number | undefined {
  return view.idBySlug(collection, slug) ?? view.idBySlug(collection, slugOf(slug) || slug)
}

/** An id of something else is told from one of nothing. Spec: calendar facts, section 14. */
export function refuseUnknownEvent(id: number, { view }: Pick<Scope, 'view'>): DomainError {
  if (view.collectionOf(id) !== undefined)
    return restError('rest-invalid-event-id', 'The specified ID is not a valid event.', { status: 400 })
  return restError('rest-event-not-found', `Event with ID ${id} does not exist.`, { status: 404 })
}
