import { blockKey, type CID } from '../codec/cid/cid.ts'
import type { FilesEntry } from './files.ts'

/** Maximum number of entries in all cached listings together: 3 MB. */
const MAX_ENTRIES = 8_192
/** A larger directory is not cached: it would displace all others. */
const MAX_LISTING = 2_048

/** Complete listings of directories. A directory is named by its CID, so that a listing never becomes stale. */
export interface ListingCache {
  get(directory: CID): readonly FilesEntry[] | undefined
  /** The same entries. Once all of them were taken, they are cached. */
  keep(directory: CID, entries: AsyncIterable<FilesEntry>): AsyncGenerator<FilesEntry>
}

/** Creates a cache that drops the listings which were not used for the longest time. */
export function createListingCache(): ListingCache {
  const kept = new Map<string, readonly FilesEntry[]>()
  let count = 0

  const remove = (key: string) => {
    count -= kept.get(key)?.length ?? 0
    kept.delete(key)
  }
  const add = (key: string, entries: readonly FilesEntry[]) => {
    remove(key)
    kept.set(key, entries)
    count += entries.length
    for (const oldest of kept.keys()) {
      if (count <= MAX_ENTRIES) return
      remove(oldest)
    }
  }

  return {
    get(directory) {
      const key = keyOf(directory)
      const entries = kept.get(key)
      if (entries) add(key, entries)
      return entries
    },
    async *keep(directory, entries) {
      const taken: FilesEntry[] = []
      for await (const entry of entries) {
        if (taken.length <= MAX_LISTING) taken.push(entry)
        yield entry
      }
      if (taken.length <= MAX_LISTING) add(keyOf(directory), taken)
    },
  }
}

function keyOf(cid: CID): string {
  return `${cid.code} ${blockKey(cid)}`
}
