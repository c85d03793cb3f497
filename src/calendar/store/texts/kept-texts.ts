import type { AbortOptions } from '../../../ports/abort.ts'
import type { CalendarState } from '../rows/state.ts'
import type { DatedTexts } from './load-texts.ts'
import { type TextTable, textsByPage, withTexts } from './text-table.ts'

/** The folded texts of states that were searched: loaded at the first search, and then what changes. */
export interface KeptTexts {
  get(state: CalendarState, options: AbortOptions): Promise<TextTable>
  /** A write has made a state of another. */
  follow(
    base: CalendarState,
    next: { readonly state: CalendarState; readonly changed: ReadonlyMap<number, string> },
  ): void
}

export function keptTexts(
  load: (state: CalendarState, older: DatedTexts | undefined, options: AbortOptions) => Promise<TextTable>,
): KeptTexts {
  const tables = new WeakMap<CalendarState, TextTable>()
  let newest: DatedTexts | undefined

  const keep = (state: CalendarState, table: TextTable) => {
    const height = state.head?.height ?? 0
    tables.set(state, table)
    if (!newest || newest.height <= height) newest = { table, height }
  }

  return {
    async get(state, options) {
      const held = tables.get(state)
      if (held) return held
      const table = await load(state, newest, options)
      keep(state, table)
      return table
    },
    follow(base, { state, changed }) {
      const held = tables.get(base)
      if (held) keep(state, overlaidTexts(held, changed, state.head?.height ?? 0))
    },
  }
}

/** The table with other texts for some events. */
export function overlaidTexts(
  table: TextTable,
  texts: ReadonlyMap<number, string>,
  height: number,
): TextTable {
  const copy = table.slice()
  for (const [number, changed] of textsByPage(texts)) copy[number] = withTexts(copy[number], changed, height)
  return copy
}
