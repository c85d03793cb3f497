import type { TermRow } from '../rows.ts'

/** Orders terms by name whatever its case, then by id. The same on every host: no locale. */
export function byName(a: TermRow, b: TermRow): number {
  return compareTexts(a.name.toLowerCase(), b.name.toLowerCase()) || a.id - b.id
}

export function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
