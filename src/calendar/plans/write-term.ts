import type { TermRow } from '../model/rows.ts'
import type { TermCollection } from '../rest/print/term-address.ts'
import type { SentParameters } from '../rest/read/read-query.ts'
import { toInteger } from '../rest/resources/values.ts'
import { invalidParameter, restError } from '../rest/rest-error.ts'
import type { WriteScope } from '../rest/scope.ts'
import { MOST_NAME_LENGTH, termName } from '../rules/term-name.ts'
import { slugOf, uniqueSlug } from '../text/slug.ts'
import { createTerm, parentUid } from './create-term.ts'
import { text } from './sent-text.ts'

export interface WriteTermOptions {
  readonly collection: TermCollection
  readonly scope: WriteScope
}

const MOST_PARENTS = 64

/**
 * Creates a term from a request and returns its id. Throws `term_exists` for a name that is there under the same
 * parent, unless a slug of its own was sent. Spec: calendar facts, section 15.
 */
export function postTerm(sent: SentParameters, { collection, scope }: WriteTermOptions): number {
  refuseTagParent(sent, collection)
  const name = checkedName(text(sent, 'name'))
  const parent = toInteger(sent.get('parent')) ?? 0
  const slug = sent.get('slug')
  const twin = twinOf(
    { name, slug: typeof slug === 'string' ? slugOf(slug) : undefined },
    { collection, scope, parent },
  )
  if (twin) throw termExists(twin, collection)
  const description = text(sent, 'description')
  return createTerm(
    { name, description, parent, ...(typeof slug === 'string' && { slug }) },
    { collection, scope },
  )
}

/**
 * Changes a term; what is not sent stays. A parent that would make a loop is none. Names may be the same; a slug that
 * is taken is refused, but numbered where the term goes to another parent.
 */
export function patchTerm(sent: SentParameters, options: WriteTermOptions & { readonly row: TermRow }): void {
  const { collection, scope, row } = options
  const { view } = scope
  refuseTagParent(sent, collection)
  const name = sent.has('name') ? checkedName(text(sent, 'name')) : row.name
  const asked = toInteger(sent.get('parent')) ?? row.parent
  const parent = isBelow(asked, { id: row.id, options }) ? 0 : asked
  view.replace(collection, row.id, {
    uid: row.uid,
    name,
    description: text(sent, 'description', row.description),
    slug: nextSlug(sent, { ...options, mayNumber: parent !== row.parent }),
    parent: parentUid(parent, { collection, view }),
  })
}

/**
 * Removes a term for good. Its children go to its parent. Events keep its uid, which is no link any more: a term of
 * ten thousand events is removed as fast as one of none.
 */
export function deleteTerm(row: TermRow, { collection, scope: { view } }: WriteTermOptions): void {
  for (const child of [...view.rows(collection)].filter(({ parent }) => parent === row.id)) {
    const { uid, name, description, slug } = child
    const parent = parentUid(row.parent, { collection, view })
    view.replace(collection, child.id, { uid, name, description, slug, parent })
  }
  view.remove(collection, row.id)
}

function refuseTagParent(sent: SentParameters, collection: TermCollection): void {
  if (collection === 'categories' || (sent.get('parent') ?? null) === null) return
  throw restError('rest_taxonomy_not_hierarchical', 'Cannot set parent term, taxonomy is not hierarchical.', {
    status: 400,
  })
}

function checkedName(sent: string): string {
  const name = termName(sent)
  if (name === '') throw restError('empty_term_name', 'A name is required for this term.', { status: 400 })
  if ([...name].length > MOST_NAME_LENGTH) throw invalidParameter('name')
  return name
}

interface TwinOptions extends WriteTermOptions {
  readonly parent: number
}

/**
 * What stands in the way of a new term: beside one of the same name, whatever its case, a slug of its own is needed.
 * Absent when nothing does. A slug that the name gives is `undefined`.
 */
function twinOf(
  { name, slug }: { readonly name: string; readonly slug: string | undefined },
  { collection, scope: { view }, parent }: TwinOptions,
): TermRow | undefined {
  const wanted = name.toLowerCase()
  const siblings = [...view.rows(collection)].filter((row) => row.parent === parent)
  const named = siblings.find((row) => row.name.toLowerCase() === wanted)
  if (!named) return undefined
  const holder = view.idBySlug(collection, slug ?? slugOf(name))
  if ((slug === undefined && named.name === name) || named.slug === slug) return named
  if (collection === 'tags') return slug === undefined || holder !== undefined ? named : undefined
  return siblings.find(({ id }) => id === holder)
}

function termExists(twin: TermRow, collection: TermCollection) {
  const place = collection === 'categories' ? 'with this parent' : 'in this taxonomy'
  return restError('term_exists', `A term with the name provided already exists ${place}.`, {
    status: 400,
    data: { term_id: twin.id },
    beside: { additional_data: [twin.id, twin.id] },
  })
}

function nextSlug(
  sent: SentParameters,
  { collection, scope, row, mayNumber }: WriteTermOptions & { row: TermRow; mayNumber: boolean },
): string {
  const asked = sent.get('slug')
  const slug = typeof asked === 'string' ? slugOf(asked) : ''
  if (slug === '' || slug === row.slug) return row.slug
  const isTaken = (text: string) => scope.view.idBySlug(collection, text) !== undefined
  if (isTaken(slug) && !mayNumber)
    throw restError('duplicate_term_slug', `The slug "${slug}" is already in use by another term.`, {
      status: 400,
    })
  return uniqueSlug(slug, isTaken)
}

interface BelowOptions {
  readonly id: number
  readonly options: WriteTermOptions
}

/** True when `at` is the term or below it; what is nested too deep counts as such. */
function isBelow(at: number, { id, options: { collection, scope } }: BelowOptions): boolean {
  let steps = 0
  for (let next = at; next > 0; next = scope.view.row(collection, next)?.parent ?? 0) {
    steps += 1
    if (next === id || steps > MOST_PARENTS) return true
  }
  return false
}
