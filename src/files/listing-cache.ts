import type { CID } from '../codec/cid/cid.ts'
import type { FilesEntry } from './files.ts'
import { createRecentlyUsed, unitsOfName } from './recently-used.ts'

/** Entries in all cached listings together, of names that are not long: 3 MB. */
const MAX_ENTRIES = 8_192

/** Complete listings of directories. */
export interface ListingCache {
  get(directory: CID): readonly FilesEntry[] | undefined
  /** The same entries. Once all of them were taken, they are cached. */
  keep(directory: CID, entries: AsyncIterable<FilesEntry>): AsyncGenerator<FilesEntry>
}

/** Creates a cache of the listings that were used last. A large directory is not cached: it would displace all others. */
export function createListingCache(): ListingCache {
  const listings = createRecentlyUsed<readonly FilesEntry[]>({
    unitsOf: (entries) => entries.reduce((sum, { name }) => sum + unitsOfName(name), 0),
    maxUnits: MAX_ENTRIES,
  })
  return {
    get: listings.get,
    async *keep(directory, entries) {
      const taken: FilesEntry[] = []
      for await (const entry of entries) {
        if (taken.length < MAX_ENTRIES) taken.push(entry)
        yield entry
      }
      listings.add(directory, taken)
    },
  }
}
