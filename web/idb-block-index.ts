import type { AbortOptions } from '../src/ports/abort.ts'
import type { BlockstoreTotals } from '../src/ports/blockstore.ts'
import { answer, type IndexedDatabase } from './indexed-database.ts'
import { BLOCK_INDEX, COUNTERS } from './meta-database.ts'

/** Rows read in one transaction. */
export const PAGE_ROWS = 1024

const TOTALS = 'block-totals'

export interface IndexRow {
  readonly key: string
  readonly sizeBytes: number
}

/** Which blocks exist: a row per block in the meta database, and their totals kept in the same transactions. */
export interface BlockIndex {
  /** `undefined` when the block does not exist. */
  sizeOf(key: string, options?: AbortOptions): Promise<number | undefined>
  /** Adds the rows that are not there yet, all at once. */
  add(rows: readonly IndexRow[], options?: AbortOptions): Promise<void>
  remove(key: string, options?: AbortOptions): Promise<void>
  /** Pages of rows in key order. */
  pages(options?: AbortOptions): AsyncIterable<readonly IndexRow[]>
  /** Those of `keys`, which are in order, that have no row. */
  absent(keys: readonly string[], options?: AbortOptions): Promise<string[]>
  totals(options?: AbortOptions): Promise<BlockstoreTotals>
}

/** {@link BlockIndex} in the meta database. */
export function idbBlockIndex(meta: IndexedDatabase): BlockIndex {
  const read = <T>({ signal }: AbortOptions, work: (index: IDBObjectStore) => Promise<T>) =>
    meta.transact({ stores: BLOCK_INDEX, mode: 'readonly', signal }, (transaction) =>
      work(transaction.objectStore(BLOCK_INDEX)),
    )
  const change = (
    { signal }: AbortOptions,
    work: (index: IDBObjectStore, held: BlockstoreTotals) => Promise<BlockstoreTotals>,
  ) =>
    meta.transact({ stores: [BLOCK_INDEX, COUNTERS], mode: 'readwrite', signal }, async (transaction) => {
      const counters = transaction.objectStore(COUNTERS)
      const totals = await work(transaction.objectStore(BLOCK_INDEX), await totalsIn(counters))
      counters.put(totals, TOTALS)
    })

  return {
    sizeOf: (key, options = {}) => read(options, (index) => sizeIn(index, key)),
    add: (rows, options = {}) =>
      change(options, async (index, held) => {
        const sizes = await Promise.all(rows.map(({ key }) => sizeIn(index, key)))
        const added = rows.filter((_, at) => sizes[at] === undefined)
        let { blocks, sizeBytes } = held
        for (const row of added) {
          index.put(row.sizeBytes, row.key)
          blocks += 1
          sizeBytes += row.sizeBytes
        }
        return { blocks, sizeBytes }
      }),
    remove: (key, options = {}) =>
      change(options, async (index, held) => {
        const size = await sizeIn(index, key)
        if (size === undefined) return held
        index.delete(key)
        return { blocks: held.blocks - 1, sizeBytes: held.sizeBytes - size }
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
      const sizes = await read(options, (index) => Promise.all(keys.map((key) => sizeIn(index, key))))
      return keys.filter((_, at) => sizes[at] === undefined)
    },
    totals: ({ signal } = {}) =>
      meta.transact({ stores: COUNTERS, mode: 'readonly', signal }, (transaction) =>
        totalsIn(transaction.objectStore(COUNTERS)),
      ),
  }
}

function sizeIn(index: IDBObjectStore, key: string): Promise<number | undefined> {
  const request: IDBRequest<number | undefined> = index.get(key)
  return answer(request)
}

async function pageIn(index: IDBObjectStore, range: IDBKeyRange | undefined): Promise<IndexRow[]> {
  const request: IDBRequest<number[]> = index.getAll(range, PAGE_ROWS)
  const [keys, sizes] = await Promise.all([answer(index.getAllKeys(range, PAGE_ROWS)), answer(request)])
  return sizes.map((sizeBytes, at) => ({ key: String(keys[at]), sizeBytes }))
}

async function totalsIn(counters: IDBObjectStore): Promise<BlockstoreTotals> {
  const request: IDBRequest<BlockstoreTotals | undefined> = counters.get(TOTALS)
  return (await answer(request)) ?? { blocks: 0, sizeBytes: 0 }
}
