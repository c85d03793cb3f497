import type { Uid } from '../model/records.ts'
import type { TermRecord } from '../model/term.ts'
import type { WriteScope } from '../rest/scope.ts'
import { slugOf, uniqueSlug } from '../text/slug.ts'

export interface NewTerm {
  /** As {@link termName} gives it. */
  readonly name: string
  readonly description?: string
  /** Made of the name when absent. */
  readonly slug?: string
  /** Id of the parent; 0 for none. */
  readonly parent?: number
}

export interface TermOptions {
  readonly collection: 'categories' | 'tags'
  readonly scope: WriteScope
}

/**
 * Stores a term and returns its id. A slug that another term has is followed by those of the parents, as many as
 * it takes; one that is taken all the same is numbered.
 */
export function createTerm(
  { name, description = '', slug, parent = 0 }: NewTerm,
  { collection, scope: { view } }: TermOptions,
): number {
  const isTaken = (text: string) => view.idBySlug(collection, text) !== undefined
  let qualified = slugOf(slug ?? name)
  for (let at = view.row(collection, parent); at && isTaken(qualified); at = view.row(collection, at.parent))
    qualified = `${qualified}-${at.slug}`
  const record: Omit<TermRecord, 'uid'> = {
    name,
    description,
    slug: qualified === '' ? '' : uniqueSlug(qualified, isTaken),
    parent: parentUid(parent, { collection, view }),
  }
  const id = view.create(collection, record)
  if (record.slug === '') {
    const uid = view.uidOf(collection, id)
    view.replace(collection, id, { uid, ...record, slug: uniqueSlug(String(id), isTaken) })
  }
  return id
}

/** The uid of a parent; `null` for none. */
export function parentUid(
  parent: number,
  { collection, view }: { readonly collection: 'categories' | 'tags'; readonly view: WriteScope['view'] },
): Uid | null {
  return parent > 0 && collection === 'categories' ? view.uidOf(collection, parent) : null
}
