import type { TermRow } from '../model/rows.ts'
import { fold } from '../text/fold.ts'

/** Orders terms by name whatever its case and accents, then by id. The same on every host: no locale. */
export function byName(a: TermRow, b: TermRow): number {
  return compareTexts(fold(a.name), fold(b.name)) || a.id - b.id
}

export function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
