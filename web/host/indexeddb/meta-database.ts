import { type IndexedDatabase, type OpenDatabaseOptions, openDatabase } from './indexed-database.ts'

/** Datastore entries: binary key to bytes. */
export const ENTRIES = 'entries'

/**
 * The block index, by key: the size in bytes, for a block in a pack also its place, and for a small node of
 * calendar and ledger its bytes.
 */
export const BLOCK_INDEX = 'block-index'

/**
 * Counters, each updated in the transaction of what it counts: the generation and the block totals. Also holds
 * the storage reserve.
 */
export const COUNTERS = 'counters'

/** Packs in Blobs, by number: many blocks and their table in one. Numbers are never reused. */
export const PACKS = 'packs'

/** How much of each pack is in use. A pack without an entry was lost by the index, or never indexed. */
export const PACK_USAGE = 'pack-usage'

/** Packs whose blocks have no rows in the index yet, by number: key, size and offset of each block. */
export const RECENT_PACKS = 'recent-packs'

/** Non-extractable keys of Web Crypto. */
export const SECRETS = 'secrets'

/**
 * Version history: version 1 had no packs, and rows of version 2 never had bytes. Packs up to version 3 had no
 * table, and the keys of their blocks beside them. Up to version 4 there were no secrets. Rows of
 * version 5 never named packs in files. Up to version 6 every block had a row. Processes that know only an older version must close their connection.
 */
const VERSION = 7

/**
 * Opens the database for everything except singly stored blocks. Tab and service worker open the same one, so
 * its name and stores must not depend on the host.
 */
export function openMetaDatabase(
  name: string,
  options: Omit<OpenDatabaseOptions, 'upgrade' | 'version'>,
): Promise<IndexedDatabase> {
  return openDatabase(name, {
    ...options,
    version: VERSION,
    upgrade(database, from) {
      if (from < 1) for (const store of [ENTRIES, BLOCK_INDEX, COUNTERS]) database.createObjectStore(store)
      if (from < 2) {
        database.createObjectStore(PACKS, { autoIncrement: true })
        database.createObjectStore(PACK_USAGE)
      }
      if (from < 5) database.createObjectStore(SECRETS)
      if (from < 7) database.createObjectStore(RECENT_PACKS)
    },
  })
}
