import type { Uid } from '../../model/records.ts'
import type { TermRow } from '../../model/rows.ts'
import { byName, MOST_LEVELS, type TermCollection } from '../../rules/terms.ts'
import { sanitizeNote } from '../../text/sanitize.ts'
import type { WireEventTerm, WireTerm } from '../../wire.ts'
import { rootUrl, type Scope } from '../scope.ts'

/** A category or tag for the wire. Spec: calendar facts, section 5.1. */
export function printTerm(
  row: TermRow,
  { scope, collection }: { readonly scope: Scope; readonly collection: TermCollection },
): WireTerm {
  const { id, name, slug, description, parent } = row
  return {
    id,
    count: scope.view.countOf(collection, id),
    description: sanitizeNote(description),
    name,
    slug,
    taxonomy: TAXONOMIES[collection],
    ...(collection === 'categories' && { parent }),
    meta: [],
    url: termAddress(scope, { id, collection }),
    urls: termUrls(scope, { id, collection }),
  }
}

/** The terms of an event, sorted by name, in the shape that events carry. Spec: calendar facts, section 5.2. */
export function embeddedTerms(
  uids: readonly Uid[],
  { scope, collection }: { readonly scope: Scope; readonly collection: TermCollection },
): readonly WireEventTerm[] {
  const { view } = scope
  const rows = uids.flatMap((uid): TermRow[] => {
    const row = view.row(collection, view.idByUid(collection, uid) ?? 0)
    return row ? [row] : []
  })
  return rows.sort(byName).map(({ id, name, slug, description, parent }) => ({
    name,
    slug,
    term_group: 0,
    term_taxonomy_id: id,
    taxonomy: TAXONOMIES[collection],
    description: sanitizeNote(description),
    parent,
    count: view.countOf(collection, id),
    filter: 'raw',
    id,
    urls: termUrls(scope, { id, collection }),
  }))
}

export const TAXONOMIES = { categories: 'cal_events_cat', tags: 'post_tag' } as const

interface NamedTerm {
  readonly id: number
  readonly collection: TermCollection
}

/** Address of the public archive page of a term; its path names the parents too. */
export function termAddress(
  { view, baseUrl }: Pick<Scope, 'view' | 'baseUrl'>,
  { id, collection }: NamedTerm,
): string {
  const slugs: string[] = []
  for (let at = id; at > 0 && slugs.length < MOST_LEVELS; ) {
    const row = view.row(collection, at)
    if (row) slugs.unshift(row.slug)
    at = row?.parent ?? 0
  }
  return `${baseUrl}/${collection === 'tags' ? 'tag' : 'events/category'}/${slugs.join('/')}/`
}

/** Addresses of a term within this API. */
function termUrls(scope: Pick<Scope, 'view' | 'baseUrl'>, { id, collection }: NamedTerm): WireTerm['urls'] {
  const collected = `${rootUrl(scope)}/${collection}`
  const parent = scope.view.row(collection, id)?.parent ?? 0
  return {
    self: `${collected}/${id}`,
    collection: collected,
    ...(parent > 0 && { up: `${collected}/${parent}` }),
  }
}
