import { blockKey, type CID } from '../../codec/cid/cid.ts'
import type { EntriesSize } from '../directory/write-directory.ts'

/** More shards than are counted of a directory with the default threshold: 2 MB. */
const MAX_SHARDS = 8192

/**
 * Sizes of the shards that earlier edits have counted. A shard is named by its CID, so that its size never becomes
 * stale. All edits that share them estimate sizes in the same way.
 */
export interface ShardSizes {
  get(shard: CID): EntriesSize | undefined
  keep(shard: CID, size: EntriesSize): void
}

/** Creates a cache of sizes that drops the least recently used ones. */
export function createShardSizes(): ShardSizes {
  const kept = new Map<string, EntriesSize>()
  const keep = (key: string, size: EntriesSize) => {
    kept.delete(key)
    const oldest = kept.size >= MAX_SHARDS ? kept.keys().next() : undefined
    if (oldest?.value !== undefined) kept.delete(oldest.value)
    kept.set(key, size)
  }
  return {
    get(shard) {
      const key = blockKey(shard)
      const size = kept.get(key)
      if (size) keep(key, size)
      return size
    },
    keep: (shard, size) => keep(blockKey(shard), size),
  }
}
