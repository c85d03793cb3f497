import type { AbortOptions } from '../../../src/ports/abort.ts'
import { addCountedRows, addRows, type Changing, type IndexRow } from './index-rows.ts'
import { type IndexedDatabase, resultOf } from './indexed-database.ts'
import { BLOCK_INDEX, COUNTERS, PACK_USAGE, RECENT_PACKS } from './meta-database.ts'
import { putRecent, takeRecent } from './recent-packs.ts'

/** Blocks of recent packs get their rows when no block was added for this long. */
const ROWS_AFTER_MS = 500

/** Changes of the block index. Each is one transaction. */
export interface RowChanges {
  /**
   * Adds blocks, and resolves to the keys of those that were not held. Blocks of packs with many blocks get their rows
   * later.
   */
  add(rows: readonly IndexRow[], options: AbortOptions): Promise<readonly string[]>
  /** Changes rows, after every block has got its own. */
  change<T>(options: AbortOptions, work: (stores: Changing) => Promise<T>): Promise<T>
  /** Gives every block its row. */
  addMissing(options: AbortOptions): Promise<void>
  /** Gives every block its row when no more blocks come. */
  addMissingLater(): void
}

export function rowChanges(meta: IndexedDatabase): RowChanges {
  const transact = <T>(
    { signal }: AbortOptions,
    work: (stores: Changing, recents: IDBObjectStore) => Promise<T>,
  ) =>
    meta.transact(
      { stores: [BLOCK_INDEX, COUNTERS, PACK_USAGE, RECENT_PACKS], mode: 'readwrite', signal },
      async (transaction) => {
        const stores = {
          index: transaction.objectStore(BLOCK_INDEX),
          counters: transaction.objectStore(COUNTERS),
          usages: transaction.objectStore(PACK_USAGE),
        }
        const result = await work(stores, transaction.objectStore(RECENT_PACKS))
        transaction.commit()
        return result
      },
    )
  /** Adds the rows of one recent pack. Resolves to false when there is none. */
  const addOfOne = async (stores: Changing, recents: IDBObjectStore) => {
    const rows = await takeRecent(recents)
    if (rows) await addCountedRows(stores, rows)
    return rows !== undefined
  }
  const hasRecent = ({ signal }: AbortOptions) =>
    meta.transact({ stores: RECENT_PACKS, mode: 'readonly', signal }, async (transaction) => {
      const packs = await resultOf(transaction.objectStore(RECENT_PACKS).count())
      return packs > 0
    })
  const addMissing = async (options: AbortOptions) => {
    let isLeft = await hasRecent(options)
    // Readers of the index wait for a transaction, so each adds the rows of one pack.
    while (isLeft) isLeft = await transact(options, addOfOne)
  }
  let due: ReturnType<typeof setTimeout> | undefined
  const addMissingLater = () => {
    clearTimeout(due)
    // After a failure, as without space, the packs stay recent.
    due = setTimeout(() => addMissing({}).catch(() => undefined), ROWS_AFTER_MS)
  }

  return {
    async add(rows, options) {
      const { added, recent } = await transact(options, async (stores, recents) => {
        const recent = await putRecent(recents, rows)
        return { added: await addRows(stores, rows, recent), recent }
      })
      if (recent.size > 0) addMissingLater()
      return added
    },
    change: (options, work) =>
      transact(options, async (stores, recents) => {
        let isLeft = true
        while (isLeft) isLeft = await addOfOne(stores, recents)
        return work(stores)
      }),
    addMissing,
    addMissingLater,
  }
}
