import { type IndexedDatabase, type OpenDatabaseOptions, openDatabase } from './indexed-database.ts'

/** Datastore entries: binary key to bytes. */
export const ENTRIES = 'entries'

/**
 * The block index: key of a block to its size in bytes, for one in a pack to its size and place, and for a small node
 * of calendar and ledger to its bytes.
 */
export const BLOCK_INDEX = 'block-index'

/** Running numbers, each kept in the transaction of what it counts: the generation and the block totals. And the reserve. */
export const COUNTERS = 'counters'

/** Packs by number: the bytes of many blocks and their table in one Blob. Numbers never come again. */
export const PACKS = 'packs'

/** How much of each pack the index still names. A pack that is not here was lost by the index, or never named. */
export const PACK_USAGE = 'pack-usage'

/** Keys of Web Crypto that scripts can use and not read. */
export const SECRETS = 'secrets'

/**
 * Version 1 had no packs; rows of version 2 never held bytes; packs up to version 3 ended without a table, and had the keys
 * of their blocks beside them; up to version 4 there were no secrets. Processes that know only an older form have to give way.
 */
const VERSION = 5

/**
 * Opens the database of everything beside blocks that are kept one by one. Tab and service worker open the same
 * one, so its name and stores never depend on the host.
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
    },
  })
}
