import type { TermCollection } from '../../rules/terms.ts'
import type { WireTerm } from '../../wire.ts'
import { rootUrl, type Scope } from '../scope.ts'

export const TAXONOMIES = { categories: 'cal_events_cat', tags: 'post_tag' } as const

/** Deeper nesting is not followed: it ends where a parent is missing anyway. */
const MOST_PARENTS = 64

interface NamedTerm {
  readonly id: number
  readonly collection: TermCollection
}

/** The public archive page of a term, below those of its parents. */
export function termAddress(
  { view, baseUrl }: Pick<Scope, 'view' | 'baseUrl'>,
  { id, collection }: NamedTerm,
): string {
  const slugs: string[] = []
  for (let at = id; at > 0 && slugs.length < MOST_PARENTS; ) {
    const row = view.row(collection, at)
    if (row) slugs.unshift(row.slug)
    at = row?.parent ?? 0
  }
  return `${baseUrl}/${collection === 'tags' ? 'tag' : 'events/category'}/${slugs.join('/')}/`
}

/** Addresses of a term within this API. */
export function termUrls(
  scope: Pick<Scope, 'view' | 'baseUrl'>,
  { id, collection }: NamedTerm,
): WireTerm['urls'] {
  const collected = `${rootUrl(scope)}/${collection}`
  const parent = scope.view.row(collection, id)?.parent ?? 0
  return {
    self: `${collected}/${id}`,
    collection: collected,
    ...(parent > 0 && { up: `${collected}/${parent}` }),
  }
}
