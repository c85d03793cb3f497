import type { CalendarView } from '../model/calendar.ts'
import type { TermRow } from '../model/rows.ts'
import { fold } from '../text/fold.ts'
import { plainLine, withEntities } from '../text/sanitize.ts'
import { slugOf } from '../text/slug.ts'

export type TermCollection = 'categories' | 'tags'

/** Longest name of a term, in characters. */
export const MOST_NAME_LENGTH = 200

/** Converts a text to a term name: without tags, HTML-escaped as stored. `Rock & Roll` gives `Rock &amp; Roll`. */
export function termName(text: string): string {
  return escapeName(plainLine(text))
}

/** Escapes a text as names of terms are stored, so that both can be compared. */
export function escapeName(text: string): string {
  return withEntities(text).replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Orders terms by name without case and accents, then by id. Uses no locale, so that all hosts agree. */
export function byName(a: TermRow, b: TermRow): number {
  return compareTexts(fold(a.name), fold(b.name)) || a.id - b.id
}

export function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The categories and all their descendants. */
export function withDescendants(ids: readonly number[], view: Pick<CalendarView, 'rows'>): readonly number[] {
  const found = new Set(ids)
  const rows = [...view.rows('categories')]
  for (let before = -1; before < found.size; ) {
    before = found.size
    for (const { id, parent } of rows) if (found.has(parent)) found.add(id)
  }
  return [...found]
}

/** Most categories of a chain in which each is the parent of the next. */
export const MOST_LEVELS = 64

interface PlacedTerm {
  readonly collection: TermCollection
  readonly id: number
}

/** The term and its ancestors, from the nearest on; none for the id 0. Those of a damaged cycle come once. */
function chainOf({ collection, id }: PlacedTerm, view: Pick<CalendarView, 'row'>): ReadonlySet<number> {
  const chain = new Set<number>()
  for (let next = id; next > 0 && !chain.has(next); next = view.row(collection, next)?.parent ?? 0)
    chain.add(next)
  return chain
}

/** True when `at` is the term or one of its descendants. */
export function isBelow(
  at: number,
  { collection, id }: PlacedTerm,
  view: Pick<CalendarView, 'row'>,
): boolean {
  return chainOf({ collection, id: at }, view).has(id)
}

/** True when the term, with its descendants, fits below the parent. A new term is 0. */
export function fitsBelow(
  parent: number,
  { collection, id }: PlacedTerm,
  view: Pick<CalendarView, 'row' | 'rows'>,
): boolean {
  const rows = id === 0 ? [] : [...view.rows(collection)]
  let levels = chainOf({ collection, id: parent }, view).size
  for (let level = new Set([id]); level.size > 0 && levels <= MOST_LEVELS; levels += 1)
    level = new Set(rows.filter((row) => level.has(row.parent)).map((row) => row.id))
  return levels <= MOST_LEVELS
}

export interface NewName {
  readonly collection: TermCollection
  readonly name: string
  /** When absent, the slug is made from the name. */
  readonly slug: string | undefined
  readonly parent: number
}

/**
 * The existing term that conflicts with a new one; `undefined` when there is none. A name may repeat under the same
 * parent, ignoring case, only with a slug of its own.
 */
export function conflictingTerm(
  { collection, name, slug, parent }: NewName,
  view: Pick<CalendarView, 'rows' | 'idBySlug'>,
): TermRow | undefined {
  const wanted = name.toLowerCase()
  const siblings = [...view.rows(collection)].filter((row) => row.parent === parent)
  const sameNamed = siblings.find((row) => row.name.toLowerCase() === wanted)
  if (!sameNamed) return undefined
  const holder = view.idBySlug(collection, slug ?? slugOf(name))
  if ((slug === undefined && sameNamed.name === name) || sameNamed.slug === slug) return sameNamed
  if (collection === 'tags') return slug === undefined || holder !== undefined ? sameNamed : undefined
  return siblings.find(({ id }) => id === holder)
}
