import { blockKey, type CID } from '../../codec/cid/cid.ts'
import { DomainError } from '../../errors.ts'

/** Deepest tree of shards: the hash of a name has 64 bits. */
const MAX_SHARD_DEPTH = 64
/** Maximum number of shards that are read for one directory: room for sixteen million names. */
const MAX_SHARDS = 131_072

/** Bounds one walk over the shards of a directory. */
export interface ShardGuard {
  /**
   * Call it before a shard is read. `depth` is that of the shard: the root has 0. Throws `corrupt` for a shard that was
   * passed before, below 64 levels, and for over 131,072 shards.
   */
  pass(shard: CID, depth: number): void
}

/** Creates a guard. A valid tree has each shard once; a malicious one could repeat a shard endlessly. */
export function createShardGuard(): ShardGuard {
  const met = new Set<string>()
  return {
    pass(shard, depth) {
      const key = blockKey(shard)
      if (met.has(key)) throw new DomainError('corrupt', 'sharded directory has a shard twice')
      met.add(key)
      if (depth > MAX_SHARD_DEPTH || met.size > MAX_SHARDS) {
        throw new DomainError('corrupt', 'sharded directory too deep')
      }
    },
  }
}
