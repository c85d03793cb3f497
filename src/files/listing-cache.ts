import type { CID } from '../codec/cid/cid.ts'
import type { FilesEntry } from './files.ts'
import { createRecentlyUsed } from './recently-used.ts'

/** Names in all cached listings together: 3 MB with what belongs to them. */
const MAX_NAMES = 8_192

/** Complete listings of directories. */
export interface ListingCache {
  get(directory: CID): readonly FilesEntry[] | undefined
  /** The same entries. Once all of them were taken, they are cached. */
  keep(directory: CID, entries: AsyncIterable<FilesEntry>): AsyncGenerator<FilesEntry>
}

/** Creates a cache of the listings that were used last. A large directory is not cached: it would displace all others. */
export function createListingCache(): ListingCache {
  const listings = createRecentlyUsed<readonly FilesEntry[]>({
    namesOf: (entries) => entries.map(({ name }) => name),
    maxNames: MAX_NAMES,
  })
  return {
    get: listings.get,
    async *keep(directory, entries) {
      const taken: FilesEntry[] = []
      for await (const entry of entries) {
        if (taken.length < MAX_NAMES) taken.push(entry)
        yield entry
      }
      listings.add(directory, taken)
    },
  }
}
