import type { AbortOptions } from '../../../src/ports/abort.ts'
import type { BlockstoreTotals } from '../../../src/ports/blockstore.ts'
import { answer, type IndexedDatabase } from './indexed-database.ts'
import { BLOCK_INDEX, COUNTERS, PACK_USAGE } from './meta-database.ts'

/** Rows read in one transaction. */
export const PAGE_ROWS = 1024

const TOTALS = 'block-totals'

/** Where a block is. */
export interface PackPlace {
  readonly pack: number
  readonly offset: number
}

/**
 * Bytes of the blocks that a pack was written with, and of those that rows name there. The latter never grow again. A pack
 * of which nothing is used keeps its usage until its file is removed; one without a usage has lost it, or its writer was
 * killed.
 */
export interface PackUsage {
  readonly sizeBytes: number
  readonly usedBytes: number
}

/** What the index knows of a block. */
export interface BlockRow {
  readonly sizeBytes: number
  /** The bytes of a block that is kept in its row; compact, since the whole buffer is stored. */
  readonly inRow?: Uint8Array | undefined
  /** Of a block in a pack. One that is neither there nor in its row is kept by itself. */
  readonly place?: PackPlace | undefined
}

export interface IndexRow extends BlockRow {
  readonly key: string
}

export interface MovedRow extends IndexRow {
  readonly from: number
}

export interface LostRows {
  readonly pack: number
  readonly usage: PackUsage
  readonly rows: readonly IndexRow[]
}

export interface RemovedRow extends BlockRow {
  /** What is left of its pack; absent for a block that was kept by itself. */
  readonly usage?: PackUsage | undefined
}

/** Which blocks exist, and where: a row for each in the meta database, and their totals kept in the same transactions. */
export interface BlockIndex {
  /** `undefined` when the block does not exist. */
  find(key: string, options?: AbortOptions): Promise<BlockRow | undefined>
  /** Adds the rows that are not there yet, all at once. */
  add(rows: readonly IndexRow[], options?: AbortOptions): Promise<void>
  /** Puts a row in the place of any other of its key. The row that was there, as {@link BlockIndex.remove} gives it. */
  replace(row: IndexRow, options?: AbortOptions): Promise<RemovedRow | undefined>
  /** The row that was removed, or `undefined` when there was none. */
  remove(key: string, options?: AbortOptions): Promise<RemovedRow | undefined>
  /** Gives all blocks that are in packs `from` their new places, at once; nothing is named there any more. */
  move(rows: readonly MovedRow[], options?: AbortOptions): Promise<void>
  /** Adds the rows of a pack that are not there yet, and what is used of it. */
  restore(lost: LostRows, options?: AbortOptions): Promise<void>
  /** What is used of packs, in their order; `undefined` for one that the index does not know. */
  usagesOf(packs: readonly number[], options?: AbortOptions): Promise<readonly (PackUsage | undefined)[]>
  /** Packs of which something is used, but less than this part. */
  sparse(part: number, options?: AbortOptions): Promise<readonly number[]>
  /** Forgets packs whose files are removed. */
  forget(packs: readonly number[], options?: AbortOptions): Promise<void>
  /** Pages of rows in key order. */
  pages(options?: AbortOptions): AsyncIterable<readonly IndexRow[]>
  /** Those of `keys` that have no row. */
  absent(keys: readonly string[], options?: AbortOptions): Promise<string[]>
  totals(options?: AbortOptions): Promise<BlockstoreTotals>
}

/** As it is stored: the size alone, the bytes, or size, pack and offset. */
type StoredRow = number | Uint8Array | readonly [sizeBytes: number, pack: number, offset: number]

/** {@link BlockIndex} in the meta database. */
export function idbBlockIndex(meta: IndexedDatabase): BlockIndex {
  const find = meta.reader<StoredRow>(BLOCK_INDEX)
  const read = <T>({ signal }: AbortOptions, work: (index: IDBObjectStore) => Promise<T>) =>
    meta.transact({ stores: BLOCK_INDEX, mode: 'readonly', signal }, (transaction) =>
      work(transaction.objectStore(BLOCK_INDEX)),
    )
  const change = <T>({ signal }: AbortOptions, work: (stores: Changing) => Promise<T>) =>
    meta.transact(
      { stores: [BLOCK_INDEX, COUNTERS, PACK_USAGE], mode: 'readwrite', signal },
      async (transaction) => {
        const result = await work({
          index: transaction.objectStore(BLOCK_INDEX),
          counters: transaction.objectStore(COUNTERS),
          usages: transaction.objectStore(PACK_USAGE),
        })
        transaction.commit()
        return result
      },
    )

  return {
    async find(key, options) {
      const row = await find(key, options)
      return row === undefined ? undefined : rowOf(row)
    },
    add: (rows, options = {}) => change(options, (stores) => addRows(stores, rows)),
    replace: (row, options = {}) =>
      change(options, async (stores) => {
        const before = await removeRow(stores, row.key)
        await addRows(stores, [row])
        return before
      }),
    remove: (key, options = {}) => change(options, (stores) => removeRow(stores, key)),
    move: (rows, options = {}) =>
      change(options, async ({ index, usages }) => {
        for (const row of rows) index.put(storedRow(row), row.key)
        for (const [pack, sizeBytes] of bytesByPack(rows)) {
          usages.put({ sizeBytes, usedBytes: sizeBytes } satisfies PackUsage, pack)
        }
        for (const from of new Set(rows.map((row) => row.from))) usages.put(UNUSED, from)
      }),
    restore: ({ pack, usage, rows }, options = {}) =>
      change(options, async (stores) => {
        await addRows(stores, rows)
        stores.usages.put(usage, pack)
      }),
    usagesOf: (packs, { signal } = {}) =>
      meta.transact({ stores: PACK_USAGE, mode: 'readonly', signal }, (transaction) => {
        const usages = transaction.objectStore(PACK_USAGE)
        return Promise.all(packs.map((pack) => usageIn(usages, pack)))
      }),
    sparse: (part, { signal } = {}) =>
      meta.transact({ stores: PACK_USAGE, mode: 'readonly', signal }, async (transaction) => {
        const store = transaction.objectStore(PACK_USAGE)
        const request: IDBRequest<PackUsage[]> = store.getAll()
        const [keys, usages] = await Promise.all([answer(store.getAllKeys()), answer(request)])
        const isSparse = ({ usedBytes, sizeBytes }: PackUsage) =>
          usedBytes > 0 && usedBytes < sizeBytes * part
        return usages.flatMap((usage, at) => (isSparse(usage) ? Number(keys[at]) : []))
      }),
    forget: (packs, { signal } = {}) =>
      meta.transact({ stores: PACK_USAGE, mode: 'readwrite', signal }, async (transaction) => {
        for (const pack of packs) transaction.objectStore(PACK_USAGE).delete(pack)
      }),
    async *pages(options = {}) {
      let range: IDBKeyRange | undefined
      for (;;) {
        const page = await read(options, (index) => pageIn(index, range))
        if (page.length > 0) yield page
        const last = page.at(-1)
        if (last === undefined || page.length < PAGE_ROWS) return
        range = IDBKeyRange.lowerBound(last.key, true)
      }
    },
    async absent(keys, options = {}) {
      const held = await read(options, (index) => Promise.all(keys.map((key) => answer(index.getKey(key)))))
      return keys.filter((_, at) => held[at] === undefined)
    },
    totals: ({ signal } = {}) =>
      meta.transact({ stores: COUNTERS, mode: 'readonly', signal }, (transaction) =>
        totalsIn(transaction.objectStore(COUNTERS)),
      ),
  }
}

interface Changing {
  readonly index: IDBObjectStore
  readonly counters: IDBObjectStore
  readonly usages: IDBObjectStore
}

async function addRows({ index, counters, usages }: Changing, rows: readonly IndexRow[]): Promise<void> {
  const [held, ...isNew] = await Promise.all([totalsIn(counters), ...rows.map((row) => addRow(index, row))])
  const added = rows.filter((_, at) => isNew[at])
  const used = bytesByPack(added)
  for (const [pack, sizeBytes] of bytesByPack(rows)) {
    const usedBytes = used.get(pack)
    if (usedBytes !== undefined) usages.put({ sizeBytes, usedBytes } satisfies PackUsage, pack)
  }
  const sizeBytes = added.reduce((sum, row) => sum + row.sizeBytes, held.sizeBytes)
  counters.put({ blocks: held.blocks + added.length, sizeBytes } satisfies BlockstoreTotals, TOTALS)
}

/** True when the row was not there. That it is does not end the transaction. */
function addRow(index: IDBObjectStore, row: IndexRow): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const request = index.add(storedRow(row), row.key)
  request.onsuccess = () => resolve(true)
  request.onerror = (event) => {
    if (request.error?.name !== 'ConstraintError') return reject(request.error)
    event.preventDefault()
    resolve(false)
  }
  return promise
}

async function removeRow(
  { index, counters, usages }: Changing,
  key: string,
): Promise<RemovedRow | undefined> {
  const [held, stored] = await Promise.all([totalsIn(counters), storedIn(index, key)])
  if (stored === undefined) return undefined
  const row = rowOf(stored)
  index.delete(key)
  const totals = { blocks: held.blocks - 1, sizeBytes: held.sizeBytes - row.sizeBytes }
  counters.put(totals satisfies BlockstoreTotals, TOTALS)
  if (!row.place) return row
  const before = await usageIn(usages, row.place.pack)
  const usage = before && { ...before, usedBytes: Math.max(0, before.usedBytes - row.sizeBytes) }
  if (usage) usages.put(usage, row.place.pack)
  return { ...row, usage }
}

/** Of a pack that is left: its size is of no more use. */
const UNUSED: PackUsage = { sizeBytes: 0, usedBytes: 0 }

function usageIn(usages: IDBObjectStore, pack: number): Promise<PackUsage | undefined> {
  const request: IDBRequest<PackUsage | undefined> = usages.get(pack)
  return answer(request)
}

function bytesByPack(rows: readonly IndexRow[]): Map<number, number> {
  const bytes = new Map<number, number>()
  for (const { place, sizeBytes } of rows) {
    if (place) bytes.set(place.pack, (bytes.get(place.pack) ?? 0) + sizeBytes)
  }
  return bytes
}

function rowOf(stored: StoredRow): BlockRow {
  if (typeof stored === 'number') return { sizeBytes: stored }
  if (stored instanceof Uint8Array) return { sizeBytes: stored.byteLength, inRow: stored }
  const [sizeBytes, pack, offset] = stored
  return { sizeBytes, place: { pack, offset } }
}

function storedRow({ sizeBytes, inRow, place }: BlockRow): StoredRow {
  return place ? [sizeBytes, place.pack, place.offset] : (inRow ?? sizeBytes)
}

function storedIn(index: IDBObjectStore, key: string): Promise<StoredRow | undefined> {
  const request: IDBRequest<StoredRow | undefined> = index.get(key)
  return answer(request)
}

async function pageIn(index: IDBObjectStore, range: IDBKeyRange | undefined): Promise<IndexRow[]> {
  const request: IDBRequest<StoredRow[]> = index.getAll(range, PAGE_ROWS)
  const [keys, rows] = await Promise.all([answer(index.getAllKeys(range, PAGE_ROWS)), answer(request)])
  return rows.map((row, at) => ({ key: String(keys[at]), ...rowOf(row) }))
}

async function totalsIn(counters: IDBObjectStore): Promise<BlockstoreTotals> {
  const request: IDBRequest<BlockstoreTotals | undefined> = counters.get(TOTALS)
  return (await answer(request)) ?? { blocks: 0, sizeBytes: 0 }
}
