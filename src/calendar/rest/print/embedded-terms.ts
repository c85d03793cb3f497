import type { Uid } from '../../model/records.ts'
import type { TermRow } from '../../model/rows.ts'
import { byName, type TermCollection } from '../../rules/terms.ts'
import { sanitizeNote } from '../../text/sanitize.ts'
import type { WireEventTerm } from '../../wire.ts'
import type { Scope } from '../scope.ts'
import { TAXONOMIES, termUrls } from './term-address.ts'

/** The terms of an event in the shape that events carry, by name. Spec: calendar facts, section 5.2. */
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
