import { DomainError } from '../../../errors.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Datastore } from '../../../ports/datastore.ts'
import type { Collection } from '../../model/records.ts'
import { pageKey, rowsPrefix } from '../rows/keys.ts'
import { loadState } from '../rows/load-state.ts'
import type { Table } from '../rows/row-table.ts'
import { type CalendarState, emptyState, withEntry } from '../rows/state.ts'
import { type ChangedRow, changedRowsBetween, type Head, ROW_FORMAT, readHead } from './head-and-log.ts'

/** Rounds of reading while other processes write. Each round has less to read, but a busy host may never finish. */
const MAX_ROUNDS = 8

/**
 * Brings a cached state up to the newest head. Reads the pages of rows that the commits since have changed. A page
 * may be newer than the head that was read; the head of the next round then covers it.
 *
 * Throws `unavailable` when other processes write faster than this reads: the caller takes the writers' lock and
 * tries again.
 */
export async function catchUp(
  datastore: Pick<Datastore, 'get' | 'range'>,
  kept: CalendarState | undefined,
  options: AbortOptions = {},
): Promise<CalendarState> {
  let state = kept
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { head } = await readHead(datastore, options)
    if (!head) return emptyState()
    if (head.format !== ROW_FORMAT) throw unknownFormat(head)
    if (state?.head?.commit.equals(head.commit)) return state
    state =
      (state && (await applyLog(datastore, { state, head }, options))) ??
      (await loadState(datastore, head, options))
  }
  throw new DomainError(
    'unavailable',
    'Cannot read calendar: other processes write faster than it can be read',
  )
}

/** `undefined` when the log does not reach back to the state. */
async function applyLog(
  datastore: Pick<Datastore, 'get' | 'range'>,
  { state, head }: { readonly state: CalendarState; readonly head: Head },
  options: AbortOptions,
): Promise<CalendarState | undefined> {
  const above = state.head?.height ?? 0
  const touched = await changedRowsBetween(datastore, { above, upTo: head.height }, options)
  if (!touched) return undefined
  let made = state
  for (const { collection, page, ids } of byPage(state, touched)) {
    const bytes = await datastore.get(pageKey(rowsPrefix(collection), page), options)
    made = withRows(made, collection, { page, bytes, ids })
  }
  return { ...made, head }
}

interface PageRows {
  readonly page: number
  readonly bytes: Uint8Array | undefined
  readonly ids: readonly number[]
}

function withRows<C extends Collection>(
  state: CalendarState,
  collection: C,
  { page, bytes, ids }: PageRows,
): CalendarState {
  const table: Table<C> = state.tables[collection]
  const stored = table.withPage(page, bytes)
  const height = stored.pageHeight(page)
  let made = state
  for (const id of ids) {
    const row = stored.row(id)
    made = withEntry(made, collection, { id, entry: row && { row, cid: stored.cid(id) }, height })
  }
  return made
}

interface ChangedPage {
  readonly collection: Collection
  readonly page: number
  readonly ids: number[]
}

function byPage({ tables }: CalendarState, touched: readonly ChangedRow[]): Iterable<ChangedPage> {
  const pages = new Map<string, ChangedPage>()
  for (const { collection, id } of touched) {
    const page = tables[collection].pageOf(id)
    const held = pages.get(`${collection}/${page}`) ?? { collection, page, ids: [] }
    pages.set(`${collection}/${page}`, held)
    held.ids.push(id)
  }
  return pages.values()
}

function unknownFormat({ format }: Head): DomainError {
  return new DomainError('unsupported', `Cannot read calendar: its rows are of format ${format}`)
}
