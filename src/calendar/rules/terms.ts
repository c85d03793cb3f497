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
  return withEntities(plainLine(text)).replaceAll('<', '&lt;').replaceAll('>', '&gt;')
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

/** Longest chain of parents that is followed. */
const MOST_PARENTS = 64

/** True when `at` is the term or one of its descendants. A chain of parents that is too long counts as one. */
export function isBelow(
  at: number,
  term: { readonly collection: TermCollection; readonly id: number },
  view: Pick<CalendarView, 'row'>,
): boolean {
  let steps = 0
  for (let next = at; next > 0; next = view.row(term.collection, next)?.parent ?? 0) {
    steps += 1
    if (next === term.id || steps > MOST_PARENTS) return true
  }
  return false
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
