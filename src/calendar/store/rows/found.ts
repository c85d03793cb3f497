import type { TextTable } from '../texts/text-table.ts'

/** What a selection asks of things that stand outside the columns. */
export interface Found {
  /** Folded texts, where the selection asks for words or for an order by title. */
  readonly texts?: TextTable | undefined
  /** Venues within the circle, and how far away they are. */
  readonly near?: ReadonlyMap<number, number> | undefined
}
