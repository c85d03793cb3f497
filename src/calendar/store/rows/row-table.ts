import { type CID, formatCid, parseCid } from '../../../codec/cid/cid.ts'
import { DomainError } from '../../../errors.ts'
import type { Collection } from '../../model/records.ts'
import type { Rows } from '../../model/rows.ts'

/** Collections that are small compared to events. Their rows are objects in memory and JSON in storage. */
export type SmallCollection = Exclude<Collection, 'events'>

interface StoredRow<C extends SmallCollection> {
  readonly row: Rows[C]
  readonly cid: string
}

interface Page<C extends SmallCollection> {
  readonly version: number
  readonly height: number
  readonly rows: readonly (StoredRow<C> | null)[]
}

const VERSION = 1
/** Ids on a page. Few, since texts are long and a stored value is limited in size. */
const PAGE_IDS = 8
const ENCODER = new TextEncoder()
const DECODER = new TextDecoder()

export function emptyRowTable<C extends SmallCollection>(): Table<C> {
  return tableOf<C>([], 0)
}

function tableOf<C extends SmallCollection>(pages: readonly (Page<C> | undefined)[], size: number): Table<C> {
  const held = (id: number) => pages[Math.floor(id / PAGE_IDS)]?.rows[id % PAGE_IDS] ?? undefined
  const replaced = (number: number, page: Page<C>) => {
    const copy = pages.slice()
    copy[number] = page
    return tableOf(copy, size + rowsOn(page) - rowsOn(pages[number]))
  }

  const table: Table<C> = {
    size,
    pageOf: (id) => Math.floor(id / PAGE_IDS),
    row: (id) => held(id)?.row,
    cid(id) {
      const cid = held(id)?.cid
      return cid ? parseCid(cid) : undefined
    },
    *ids() {
      for (const page of pages) {
        for (const stored of page?.rows ?? []) if (stored) yield stored.row.id
      }
    },
    slugBytes: (id) => bytesOf(held(id)?.row.slug),
    uidBytes: (id) => bytesOf(held(id)?.row.uid),
    with(id, entry, height) {
      const number = Math.floor(id / PAGE_IDS)
      const rows = Array.from({ length: PAGE_IDS }, (_, at) => pages[number]?.rows[at] ?? null)
      rows[id % PAGE_IDS] = entry
        ? { row: entry.row, cid: entry.cid ? formatCid(entry.cid) : (held(id)?.cid ?? '') }
        : null
      return replaced(number, { version: VERSION, height, rows })
    },
    withCid(id, cid) {
      const row = held(id)?.row
      return row ? table.with(id, { row, cid }, table.pageHeight(Math.floor(id / PAGE_IDS))) : table
    },
    withPage: (number, bytes) =>
      replaced(number, bytes ? readPage<C>(bytes) : { version: VERSION, height: 0, rows: [] }),
    pageBytes(number) {
      const page = pages[number]
      return page && ENCODER.encode(JSON.stringify(page))
    },
    pageHeight: (number) => pages[number]?.height ?? 0,
  }
  return table
}

function rowsOn<C extends SmallCollection>(page: Page<C> | undefined): number {
  return page?.rows.filter((stored) => stored !== null).length ?? 0
}

function readPage<C extends SmallCollection>(bytes: Uint8Array): Page<C> {
  const page = parsed<C>(bytes)
  if (page?.version === VERSION && Array.isArray(page.rows)) return page
  throw new DomainError('corrupt', 'Cannot read rows of the calendar: a page of them is damaged')
}

function parsed<C extends SmallCollection>(bytes: Uint8Array): Page<C> | undefined {
  try {
    return JSON.parse(DECODER.decode(bytes))
  } catch {
    return undefined
  }
}

function bytesOf(text: string | undefined): Uint8Array | undefined {
  return text === undefined ? undefined : ENCODER.encode(text)
}

/** A row and the CID of its record. The CID is absent while a write is planned. */
export interface RowEntry<C extends Collection> {
  readonly row: Rows[C]
  readonly cid: CID | undefined
}

/** The rows of one collection by id, in pages that are stored one by one. A change returns a new table. */
export interface Table<C extends Collection> {
  readonly size: number
  /** Number of the page with an id. */
  pageOf(id: number): number
  row(id: number): Rows[C] | undefined
  /** CID of the record. */
  cid(id: number): CID | undefined
  /** Ids in ascending order. */
  ids(): Iterable<number>
  /** UTF-8 bytes, for the indexes; absent when there is no row. */
  slugBytes(id: number): Uint8Array | undefined
  uidBytes(id: number): Uint8Array | undefined
  /**
   * The table with the entry at the id replaced or removed, at a commit height. An entry without CID keeps the old
   * CID.
   */
  with(id: number, entry: RowEntry<C> | undefined, height: number): Table<C>
  /**
   * The table with the CID of a record that {@link with} stored without one. May change the page in place, so only
   * the creator of the table may call it, before the table is shared.
   */
  withCid(id: number, cid: CID): Table<C>
  /** The table with one page replaced by a stored one. */
  withPage(page: number, bytes: Uint8Array | undefined): Table<C>
  /** The stored bytes of the page; absent when the page is empty. */
  pageBytes(page: number): Uint8Array | undefined
  /** Height of the commit that last changed the page. */
  pageHeight(page: number): number
}
