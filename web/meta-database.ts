import { type IndexedDatabase, type OpenDatabaseOptions, openDatabase } from './indexed-database.ts'

/** Datastore entries: binary key to bytes. */
export const ENTRIES = 'entries'

/** The block index: key of the block in the block database to its size in bytes. */
export const BLOCK_INDEX = 'block-index'

/** Running numbers, each kept in the transaction of what it counts: the generation and the block totals. */
export const COUNTERS = 'counters'

/**
 * Opens the database of everything beside the bytes of blocks. Tab and service worker open the same one, so its
 * name and stores never depend on the host.
 */
export function openMetaDatabase(
  name: string,
  options: Omit<OpenDatabaseOptions, 'upgrade'>,
): Promise<IndexedDatabase> {
  return openDatabase(name, {
    ...options,
    upgrade(database) {
      for (const store of [ENTRIES, BLOCK_INDEX, COUNTERS]) database.createObjectStore(store)
    },
  })
}
