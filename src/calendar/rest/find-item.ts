import type { DomainError } from '../../errors.ts'
import type { CalendarView } from '../model/calendar.ts'
import type { FoundItem } from '../plans/perform.ts'
import { slugOf } from '../text/slug.ts'
import type { Route } from './match-route.ts'
import type { Resource } from './resources/resources.ts'
import { restError } from './rest-error.ts'
import type { Scope } from './scope.ts'

/** What an item route names. */
export function findItem(
  route: Extract<Route, { readonly kind: 'item' | 'by-slug' }>,
  { view }: Pick<Scope, 'view'>,
): FoundItem | { readonly kind: 'none' } {
  const { collection } = route.resource
  if (collection === 'categories' || collection === 'tags') {
    const term = route.kind === 'item' ? view.row(collection, route.id) : undefined
    return term ? { kind: 'term', collection, row: term } : { kind: 'none' }
  }
  const id = route.kind === 'item' ? route.id : idOfSlug(view, { collection, slug: route.slug })
  const row = id === undefined ? undefined : view.row(collection, id)
  return row ? { kind: 'post', collection, row } : { kind: 'none' }
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
