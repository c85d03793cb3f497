import type { TermRow } from '../../model/rows.ts'
import type { TermCollection } from '../../rules/terms.ts'
import { sanitizeNote } from '../../text/sanitize.ts'
import type { WireTerm } from '../../wire.ts'
import type { Scope } from '../scope.ts'
import { TAXONOMIES, termAddress, termUrls } from './term-address.ts'

/** A category or tag as the wire shows it. Spec: calendar facts, section 5.1. */
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
