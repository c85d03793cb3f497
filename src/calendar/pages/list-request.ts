import type { EventSelection } from '../model/selection.ts'
import { idOfSlug } from '../rest/match-route.ts'
import { termAddress } from '../rest/print/print-terms.ts'
import { toInteger } from '../rest/resources/parameter.ts'
import type { Scope } from '../rest/scope.ts'
import { withDescendants } from '../rules/terms.ts'
import { readTextQuery } from '../text/fold.ts'

/** Further characters of a value are ignored. */
const LONGEST_VALUE = 200

/** The filters of a list that links repeat, with the names of the API's parameters. */
const FILTERS = ['search', 'categories', 'tags', 'venue', 'organizer'] as const

/** The filters as sent, without empty ones. `categories` and `tags` hold one slug, the others one id. */
export type SentFilters = Readonly<Partial<Record<(typeof FILTERS)[number], string>>>

export interface ListRequest {
  readonly filters: SentFilters
  /** Counted from 1. */
  readonly page: number
  /** True for the events that are over, newest first. */
  readonly isPast: boolean
}

/** Reads the query of a list. What cannot be read counts as absent, since people edit addresses. */
export function readListRequest({ searchParams }: Readonly<URL>): ListRequest {
  const sent = FILTERS.flatMap((name) => {
    const value = (searchParams.get(name) ?? '').trim().slice(0, LONGEST_VALUE)
    return value === '' ? [] : [[name, value] as const]
  })
  const page = toInteger(searchParams.get('page') ?? '') ?? 1
  return { filters: Object.fromEntries(sent), page: Math.max(1, page), isPast: searchParams.has('past') }
}

type Conditions = Pick<EventSelection, 'text' | 'categories' | 'tags' | 'venues' | 'organizers'>

/** Conditions for the filters. One that names nothing public matches nothing, as does one of a hidden venue. */
export function conditionsOf(
  { search, categories, tags, venue, organizer }: SentFilters,
  scope: Scope,
): Conditions {
  const term = (collection: 'categories' | 'tags', slug: string) => {
    const id = idOfSlug(scope.view, { collection, slug })
    return id === undefined ? [] : [id]
  }
  const post = (collection: 'venues' | 'organizers', text: string) => {
    const id = toInteger(text) ?? 0
    return scope.view.row(collection, id)?.status === 'publish' ? [id] : []
  }
  return {
    ...(search !== undefined && { text: readTextQuery(search) }),
    ...(categories !== undefined && {
      categories: withDescendants(term('categories', categories), scope.view),
    }),
    ...(tags !== undefined && { tags: term('tags', tags) }),
    ...(venue !== undefined && { venues: post('venues', venue) }),
    ...(organizer !== undefined && { organizers: post('organizers', organizer) }),
  }
}

export interface ListLink extends Partial<Pick<ListRequest, 'filters' | 'page' | 'isPast'>> {
  /** Below `/events/`, with a slash at its end; the list itself when absent. */
  readonly path?: string
}

/** Address of a list. */
export function listAddress(
  { baseUrl }: Pick<Scope, 'baseUrl'>,
  { path = '', filters = {}, page = 1, isPast = false }: ListLink,
): string {
  const query = listQuery({ filters, page, isPast })
  return `${baseUrl}/events/${path}${query.size === 0 ? '' : `?${query}`}`
}

/** The query of a list, as {@link readListRequest} reads it. */
export function listQuery({ filters, page, isPast }: ListRequest): URLSearchParams {
  return new URLSearchParams({
    ...filters,
    ...(isPast && { past: '1' }),
    ...(page > 1 && { page: String(page) }),
  })
}

/** Address of a list under its one name: the page of a category, where that is its only filter. */
export function canonicalAddress(scope: Scope, link: ListLink): string {
  const { filters = {}, path = '', page = 1, isPast = false } = link
  const { categories, ...others } = filters
  const isTerm = categories !== undefined && Object.keys(others).length === 0
  const id = isTerm ? idOfSlug(scope.view, { collection: 'categories', slug: categories }) : undefined
  if (id === undefined || path !== '' || page > 1 || isPast) return listAddress(scope, link)
  return termAddress(scope, { id, collection: 'categories' })
}
