import type { AbortOptions } from '../../../ports/abort.ts'
import type { Datastore } from '../../../ports/datastore.ts'
import { type DerivedIndexes, eventText } from '../rows/derive-row.ts'
import { PAGE_IDS } from '../rows/event-page.ts'
import type { IntactReader } from '../rows/intact-reader.ts'
import { pageKey, readPages, TEXTS_PREFIX } from '../rows/keys.ts'
import type { CalendarState } from '../rows/state.ts'
import { openTextPage, type TextPage, type TextTable, textsByPage, withTexts } from './text-table.ts'

/** Cache of folded texts by state. The first search loads all texts; later states load only what changed. */
export interface TextCache {
  get(state: CalendarState, options: AbortOptions): Promise<TextTable>
  /** Derives the texts of `next` from those of `base`, after a write of this process. */
  follow(
    base: CalendarState,
    next: { readonly state: CalendarState; readonly changed: ReadonlyMap<number, string> },
  ): void
}

export function createTextCache(
  load: (state: CalendarState, older: DatedTexts | undefined, options: AbortOptions) => Promise<TextTable>,
): TextCache {
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

/** The table with the texts of some events replaced. */
export function overlaidTexts(
  table: TextTable,
  texts: ReadonlyMap<number, string>,
  height: number,
): TextTable {
  const copy = table.slice()
  for (const [number, changed] of textsByPage(texts)) copy[number] = withTexts(copy[number], changed, height)
  return copy
}

/** Pages in one read: some 300 KB with texts of usual length. */
const PAGES_OF_READ = 16

export interface LoadTextsOptions extends AbortOptions {
  readonly datastore: Pick<Datastore, 'get' | 'range'>
  readonly readIntact: IntactReader
  readonly derivedIndexes: Pick<DerivedIndexes, 'fold'>
}

/** The texts of all events at a commit height. */
export interface DatedTexts {
  readonly table: TextTable
  readonly height: number
}

/**
 * Loads the texts of all events of a state: all pages, or only those that changed since `older`. A stored page that
 * is newer than the state, or damaged, is rebuilt from the state's own records.
 */
export async function loadTexts(
  state: CalendarState,
  older: DatedTexts | undefined,
  options: LoadTextsOptions,
): Promise<TextTable> {
  const height = state.head?.height ?? 0
  const table: (TextPage | undefined)[] = []
  const add = async (number: number, bytes: Uint8Array) => {
    const page = openTextPage(bytes)
    const isUsable = page !== undefined && page.height <= height
    table[number] = isUsable ? page : await pageFromRecords(state, number, options)
  }
  if (older && older.height <= height) {
    table.push(...older.table)
    for (const [number, page] of state.events.pages.entries()) {
      if (!page || page.height <= older.height) continue
      const bytes = await options.datastore.get(pageKey(TEXTS_PREFIX, number), options)
      if (bytes) await add(number, bytes)
    }
  } else {
    const wanted = {
      prefix: TEXTS_PREFIX,
      lastPage: state.events.pages.length - 1,
      ofRead: PAGES_OF_READ,
    }
    for await (const stored of readPages(options.datastore, wanted, options)) {
      for (const [number, bytes] of stored) await add(number, bytes)
    }
  }
  return Array.from(table)
}

/** The page of a state's texts, made from its records. A damaged record has none. */
export async function pageFromRecords(
  { events, head }: CalendarState,
  number: number,
  options: Omit<LoadTextsOptions, 'datastore'>,
): Promise<TextPage> {
  const texts = new Map<number, string>()
  for (let id = number * PAGE_IDS; id < (number + 1) * PAGE_IDS; id += 1) {
    const cid = events.cid(id)
    if (!cid) continue
    const record = await options.readIntact('events', { id, cid }, options)
    if (record) texts.set(id, eventText(record, options.derivedIndexes))
  }
  return withTexts(undefined, texts, head?.height ?? 0)
}
