import type { AbortOptions } from '../../ports/abort.ts'
import type { Blockstore } from '../../ports/blockstore.ts'
import type { Datastore } from '../../ports/datastore.ts'
import { prefixRange } from '../../state/keys.ts'
import { readCborBlock } from '../cbor-block.ts'
import { readRecord } from '../record-block.ts'
import { type Deriving, eventText } from './derive-row.ts'
import { PAGE_IDS } from './event-page.ts'
import { pageOfKey, TEXTS_PREFIX } from './keys.ts'
import type { CalendarState } from './state.ts'
import { openTextPage, type TextPage, type TextTable, withTexts } from './text-table.ts'

export interface LoadTextsOptions extends AbortOptions {
  readonly datastore: Pick<Datastore, 'range'>
  readonly blockstore: Pick<Blockstore, 'get'>
  readonly deriving: Pick<Deriving, 'fold'>
}

/** The texts of all events as of that state. Pages that were changed since are made from the state's own records. */
export async function loadTexts(state: CalendarState, options: LoadTextsOptions): Promise<TextTable> {
  const table: (TextPage | undefined)[] = []
  const height = state.head?.height ?? 0
  for await (const [key, value] of options.datastore.range(prefixRange(TEXTS_PREFIX), options)) {
    const number = pageOfKey(key)
    const page = openTextPage(value)
    table[number] = page.height <= height ? page : await pageFromRecords(state, number, options)
  }
  return Array.from(table)
}

async function pageFromRecords(
  { events, head }: CalendarState,
  number: number,
  options: LoadTextsOptions,
): Promise<TextPage> {
  const texts = new Map<number, string>()
  for (let id = number * PAGE_IDS; id < (number + 1) * PAGE_IDS; id += 1) {
    const cid = events.cid(id)
    if (!cid) continue
    const record = readRecord('events', await readCborBlock(options.blockstore, cid, options))
    texts.set(id, eventText(record, options.deriving))
  }
  return withTexts(undefined, texts, head?.height ?? 0)
}
