import type { SparsePack } from '../../../src/packs/pack-index.ts'
import type { AbortOptions } from '../../../src/ports/abort.ts'
import type { BlockstoreTotals } from '../../../src/ports/blockstore.ts'
import { rowFinder } from './find-row.ts'
import {
  addRows,
  type BlockRow,
  bytesByPack,
  heldKeys,
  type IndexRow,
  type LostRows,
  type MovedRow,
  PAGE_ROWS,
  type PackUsage,
  pageIn,
  type RemovedRow,
  removeRows,
  storedRow,
  totalsIn,
  UNUSED,
  usageIn,
} from './index-rows.ts'
import { type IndexedDatabase, resultOf } from './indexed-database.ts'
import { BLOCK_INDEX, COUNTERS, PACK_USAGE, RECENT_PACKS } from './meta-database.ts'
import { recentBlocksReader } from './recent-packs.ts'
import { rowChanges } from './row-changes.ts'

/**
 * The list of existing blocks and their places: one row for each in the meta database. Totals are updated in
 * the same transactions.
 */
export interface IdbBlockIndex {
  /** `undefined` when the block does not exist. */
  find(key: string, options?: AbortOptions): Promise<BlockRow | undefined>
  /** Adds rows in one transaction. Existing rows are not changed. Resolves to the keys of the blocks that were not held. */
  add(rows: readonly IndexRow[], options?: AbortOptions): Promise<readonly string[]>
  /** Adds a row, replacing any other with its key. Resolves to the replaced row, or to `undefined` when there was none. */
  replace(row: IndexRow, options?: AbortOptions): Promise<RemovedRow | undefined>
  /** Removes rows in one transaction and resolves to them, in the order of the keys. `undefined` for an absent one. */
  remove(keys: readonly string[], options?: AbortOptions): Promise<readonly (RemovedRow | undefined)[]>
  /**
   * Sets the new places of all blocks that are in packs `from`, in one transaction. Afterwards no row names
   * those packs.
   */
  move(rows: readonly MovedRow[], options?: AbortOptions): Promise<void>
  /** Adds the missing rows of a pack, replacing any others with their keys, and its usage. */
  restore(lost: LostRows, options?: AbortOptions): Promise<void>
  /** The usage of packs, in the order of the argument. `undefined` for a pack that the index does not know. */
  usagesOf(packs: readonly number[], options?: AbortOptions): Promise<readonly (PackUsage | undefined)[]>
  /** Packs of which at most this share is in use, the emptiest first. */
  sparse(part: number, options?: AbortOptions): Promise<readonly SparsePack[]>
  /** Deletes the records of packs whose files were removed. */
  forget(packs: readonly number[], options?: AbortOptions): Promise<void>
  /** All rows in key order, in pages. */
  pages(options?: AbortOptions): AsyncIterable<readonly IndexRow[]>
  /** Those of `keys` that have no row. */
  absent(keys: readonly string[], options?: AbortOptions): Promise<string[]>
  totals(options?: AbortOptions): Promise<BlockstoreTotals>
}

/** Creates a {@link IdbBlockIndex} in the meta database. */
export function idbBlockIndex(meta: IndexedDatabase): IdbBlockIndex {
  const read = <T>({ signal }: AbortOptions, work: (index: IDBObjectStore) => Promise<T>) =>
    meta.transact({ stores: BLOCK_INDEX, mode: 'readonly', signal }, (transaction) =>
      work(transaction.objectStore(BLOCK_INDEX)),
    )
  const changes = rowChanges(meta)
  const readRecent = recentBlocksReader()

  return {
    find: rowFinder(meta, { readRecent, onRecent: changes.addMissingLater }),
    add: (rows, options = {}) => changes.add(rows, options),
    replace: (row, options = {}) =>
      changes.change(options, async (stores) => {
        const [before] = await removeRows(stores, [row.key])
        await addRows(stores, [row])
        return before
      }),
    remove: (keys, options = {}) => changes.change(options, (stores) => removeRows(stores, keys)),
    move: (rows, options = {}) =>
      changes.change(options, async ({ index, usages }) => {
        for (const row of rows) index.put(storedRow(row), row.key)
        for (const [pack, sizeBytes] of bytesByPack(rows)) {
          usages.put({ sizeBytes, usedBytes: sizeBytes } satisfies PackUsage, pack)
        }
        for (const from of new Set(rows.map((row) => row.from))) usages.put(UNUSED, from)
      }),
    restore: ({ pack, usage, rows }, options = {}) =>
      changes.change(options, async (stores) => {
        await removeRows(
          stores,
          rows.map(({ key }) => key),
        )
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
        const [keys, usages] = await Promise.all([resultOf(store.getAllKeys()), resultOf(request)])
        const found = usages.flatMap(({ usedBytes, sizeBytes }, at) =>
          usedBytes <= sizeBytes * part ? { pack: Number(keys[at]), usedBytes } : [],
        )
        return found.toSorted((a, b) => a.usedBytes - b.usedBytes)
      }),
    forget: (packs, { signal } = {}) =>
      meta.transact({ stores: PACK_USAGE, mode: 'readwrite', signal }, async (transaction) => {
        for (const pack of packs) transaction.objectStore(PACK_USAGE).delete(pack)
      }),
    async *pages(options = {}) {
      await changes.addMissing(options)
      let range: IDBKeyRange | undefined
      for (;;) {
        const page = await read(options, (index) => pageIn(index, range))
        if (page.length > 0) yield page
        const last = page.at(-1)
        if (last === undefined || page.length < PAGE_ROWS) return
        range = IDBKeyRange.lowerBound(last.key, true)
      }
    },
    async absent(keys, { signal } = {}) {
      const isHeld = await meta.transact(
        { stores: [BLOCK_INDEX, COUNTERS, RECENT_PACKS], mode: 'readonly', signal },
        async (transaction) => {
          const [{ blocks }, recent] = await Promise.all([
            totalsIn(transaction.objectStore(COUNTERS)),
            readRecent(transaction.objectStore(RECENT_PACKS)),
          ])
          const keysInIndex = await heldKeys(transaction.objectStore(BLOCK_INDEX), { keys, blocks })
          return (key: string) => keysInIndex.has(key) || recent.find(key) !== undefined
        },
      )
      return keys.filter((key) => !isHeld(key))
    },
    async totals(options = {}) {
      await changes.addMissing(options)
      return meta.transact({ ...options, stores: COUNTERS, mode: 'readonly' }, (transaction) =>
        totalsIn(transaction.objectStore(COUNTERS)),
      )
    },
  }
}
