import type { AbortOptions } from '../../../src/ports/abort.ts'
import { type BlockRow, rowOf, type StoredRow, storedIn } from './index-rows.ts'
import type { IndexedDatabase } from './indexed-database.ts'
import { BLOCK_INDEX, RECENT_PACKS } from './meta-database.ts'
import type { RecentBlocks } from './recent-packs.ts'

export interface FindRowOptions {
  /** Reads the recent packs in a transaction. */
  readonly readRecent: (recents: IDBObjectStore) => Promise<RecentBlocks>
  /** Called when there are recent packs. */
  readonly onRecent: () => void
}

/** Creates the lookup of a block by its key, in rows and recent packs. `undefined` for a block that does not exist. */
export function rowFinder(
  meta: IndexedDatabase,
  { readRecent, onRecent }: FindRowOptions,
): (key: string, options?: AbortOptions) => Promise<BlockRow | undefined> {
  const findRow = meta.reader<StoredRow>(BLOCK_INDEX)
  /** The last block had no row. The next one has most likely none either. */
  let isRecent = false

  /** Reads both in one transaction, because a block could get its row between two. */
  const findInBoth = (key: string, { signal }: AbortOptions = {}) =>
    meta.transact({ stores: [BLOCK_INDEX, RECENT_PACKS], mode: 'readonly', signal }, async (transaction) => {
      const [row, recent] = await Promise.all([
        storedIn(transaction.objectStore(BLOCK_INDEX), key),
        readRecent(transaction.objectStore(RECENT_PACKS)),
      ])
      if (!recent.isEmpty) onRecent()
      const found = row === undefined ? recent.find(key) : rowOf(row)
      isRecent = row === undefined && found !== undefined
      return found
    })

  return async (key, options) => {
    const row = isRecent ? undefined : await findRow(key, options)
    return row === undefined ? findInBoth(key, options) : rowOf(row)
  }
}
