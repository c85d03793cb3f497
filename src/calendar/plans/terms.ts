import type { TermRecord, Uid } from '../model/records.ts'
import type { TermRow } from '../model/rows.ts'
import type { Planning, TermPatch } from '../model/write.ts'
import { refuse } from '../model/write.ts'
import {
  conflictingTerm,
  fitsBelow,
  isBelow,
  MOST_LEVELS,
  MOST_NAME_LENGTH,
  type TermCollection,
  termName,
} from '../rules/terms.ts'
import { slugOf, uniqueSlug } from '../text/slug.ts'

export interface TermPlanOptions {
  readonly collection: TermCollection
  readonly planning: Pick<Planning, 'view'>
}

/** Creates or updates a term, and returns its id. `id` is absent for a new one. */
export function putTerm(
  patch: TermPatch,
  options: TermPlanOptions & { readonly id: number | undefined },
): number {
  const { collection, id, planning } = options
  const row = id === undefined ? undefined : planning.view.row(collection, id)
  return row ? patchTerm(row, patch, options) : postTerm(patch, options)
}

/**
 * Creates a term and returns its id. Refuses a name that exists under the same parent, unless a slug was sent.
 * Spec: calendar facts, section 15.
 */
function postTerm(patch: TermPatch, options: TermPlanOptions): number {
  const { collection, planning } = options
  const name = checkedName(patch.name ?? '')
  const { parent = 0, slug, description = '' } = patch
  if (!fitsBelow(parent, { collection, id: 0 }, planning.view))
    throw refuse({ kind: 'too-deep', mostLevels: MOST_LEVELS })
  const sentSlug = slug === undefined ? undefined : slugOf(slug)
  const conflict = conflictingTerm({ collection, name, slug: sentSlug, parent }, planning.view)
  if (conflict) throw refuse({ kind: 'term-exists', collection, id: conflict.id })
  return createTerm({ name, description, parent, slug }, options)
}

/**
 * Updates a term. Fields that are not sent stay. Names may repeat. A slug that is taken is refused, or numbered when
 * the term moves to another parent.
 */
function patchTerm(row: TermRow, patch: TermPatch, options: TermPlanOptions): number {
  const { collection, planning } = options
  const { id, uid } = row
  const name = patch.name === undefined ? row.name : checkedName(patch.name)
  const parent = patchedParent(patch.parent ?? row.parent, row, options)
  planning.view.replace(collection, id, {
    uid,
    name,
    description: patch.description ?? row.description,
    slug: patchedSlug(patch.slug, { ...options, row, mayNumber: parent !== row.parent }),
    parent: parentUid(parent, options),
  })
  return id
}

/** The parent after a patch. One that would make a cycle becomes none. */
function patchedParent(
  asked: number,
  { id, parent }: TermRow,
  { collection, planning: { view } }: TermPlanOptions,
): number {
  if (asked === parent) return parent
  if (isBelow(asked, { collection, id }, view)) return 0
  if (!fitsBelow(asked, { collection, id }, view)) throw refuse({ kind: 'too-deep', mostLevels: MOST_LEVELS })
  return asked
}

/**
 * Removes a term permanently, after its children have moved to its parent. False when it has more children than one
 * commit may change: then it only moves some, and the caller commits them and repeats it. Events keep its uid, which
 * readers ignore from then on, so that the time does not depend on the number of events.
 */
export function deleteTerm(row: TermRow, options: TermPlanOptions): boolean {
  const { collection, planning } = options
  const children = [...planning.view.rows(collection)].filter(({ parent }) => parent === row.id)
  const moving = children.slice(0, planning.view.changesLeft() - 1)
  const parent = parentUid(row.parent, options)
  for (const { id, uid, name, description, slug } of moving)
    planning.view.replace(collection, id, { uid, name, description, slug, parent })
  if (moving.length < children.length) return false
  planning.view.remove(collection, row.id)
  return true
}

export interface NewTerm {
  /** Name in the form of {@link termName}. */
  readonly name: string
  readonly description?: string
  /** Made from the name when absent. */
  readonly slug?: string | undefined
  /** Id of the parent; 0 for none. */
  readonly parent?: number
}

/**
 * Stores a term and returns its id. While the slug is taken, the slugs of its ancestors are appended; if it is
 * still taken, it is numbered.
 */
function createTerm({ name, description = '', slug, parent = 0 }: NewTerm, options: TermPlanOptions): number {
  const { collection, planning } = options
  const { view } = planning
  const isTaken = (text: string) => view.idBySlug(collection, text) !== undefined
  let qualified = slugOf(slug ?? name)
  for (let at = view.row(collection, parent); at && isTaken(qualified); at = view.row(collection, at.parent))
    qualified = `${qualified}-${at.slug}`
  const record: Omit<TermRecord, 'uid'> = {
    name,
    description,
    slug: qualified === '' ? '' : uniqueSlug(qualified, isTaken),
    parent: parentUid(parent, options),
  }
  const id = view.create(collection, record)
  if (record.slug === '') {
    const uid = view.uidOf(collection, id)
    view.replace(collection, id, { uid, ...record, slug: uniqueSlug(String(id), isTaken) })
  }
  return id
}

/** The uid of a parent category; `null` for none. */
function parentUid(parent: number, { collection, planning: { view } }: TermPlanOptions): Uid | null {
  return parent > 0 && collection === 'categories' ? view.uidOf(collection, parent) : null
}

function checkedName(sent: string): string {
  const name = termName(sent)
  if (name === '') throw refuse({ kind: 'empty-name' })
  if ([...name].length > MOST_NAME_LENGTH) throw refuse({ kind: 'invalid', field: 'name' })
  return name
}

function patchedSlug(
  sent: string | undefined,
  {
    collection,
    planning,
    row,
    mayNumber,
  }: TermPlanOptions & { readonly row: TermRow; readonly mayNumber: boolean },
): string {
  const slug = sent === undefined ? '' : slugOf(sent)
  if (slug === '' || slug === row.slug) return row.slug
  const isTaken = (text: string) => planning.view.idBySlug(collection, text) !== undefined
  if (isTaken(slug) && !mayNumber) throw refuse({ kind: 'slug-taken', slug })
  return uniqueSlug(slug, isTaken)
}

interface TermOptions {
  readonly collection: TermCollection
  readonly planning: Planning
}

/**
 * The terms that an event names, as uids, each once. Unknown ids are skipped. Any other entry is the slug or the
 * name of a term, which is created when it does not exist, unless it is too long. Spec: calendar facts, section
 * 9.2.
 */
export function namedTerms(named: readonly (number | string)[], options: TermOptions): readonly Uid[] {
  const { collection, planning } = options
  const ids = new Set(named.map((entry) => idOf(entry, options)))
  return [...ids].filter((id) => id !== undefined).map((id) => planning.view.uidOf(collection, id))
}

function idOf(entry: number | string, options: TermOptions): number | undefined {
  if (typeof entry === 'number') return options.planning.view.row(options.collection, entry)?.id
  const name = termName(entry)
  if (name === '' || [...name].length > MOST_NAME_LENGTH) return undefined
  return idByName(name, options) ?? createTerm({ name }, options)
}

/** Finds a term by slug, else by name, ignoring case. */
function idByName(name: string, { collection, planning: { view } }: TermOptions): number | undefined {
  const bySlug = view.idBySlug(collection, slugOf(name))
  if (bySlug !== undefined) return bySlug
  const wanted = name.toLowerCase()
  for (const row of view.rows(collection)) if (row.name.toLowerCase() === wanted) return row.id
  return undefined
}
