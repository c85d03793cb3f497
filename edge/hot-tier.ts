import { hotRows, type WaitingBlock } from './hot-rows.ts'

/** Capacity of the tier, out of the 10 GB of one object's database. */
export const HOT_TIER_BYTES = 1024 * 1024 * 1024
/** Largest block in a row. The platform's limit for a row is 2 MB. */
const ROW_LIMIT_BYTES = 1_900_000
/** An eviction frees this share, so that a long add does not evict for each block. */
const EVICTED_SHARE = 1 / 16
/** With this share waiting, the tier is drained at once. */
const URGENT_SHARE = 1 / 2

/**
 * A bounded store for new blocks in front of the bucket. Writing a row is several times as fast as writing an
 * object, and as durable. Blocks are moved to the bucket later, and also stay here for reading while there is
 * room.
 */
export interface HotTier {
  /** True when a block of this size fits, after older ones were evicted if necessary. */
  admit(sizeBytes: number): boolean
  /** Invalidates the cached counts. Call it after blocks were removed or moved, or admitted but not added. */
  refresh(): void
  /** The oldest blocks that wait for a place in the bucket, in order of arrival. */
  waiting(limit: number): readonly WaitingBlock[]
  /** True when so much waits that the drain must not wait until the node is idle. */
  isUrgent(): boolean
}

export function hotTier(storage: DurableObjectStorage, capacityBytes: number): HotTier {
  const rows = hotRows(storage)
  let counted: { heldBytes: number; waitingBytes: number } | undefined

  const count = () => {
    counted ??= rows.count()
    return counted
  }
  const hasRoom = (sizeBytes: number) => count().heldBytes + sizeBytes <= capacityBytes

  return {
    admit(sizeBytes) {
      if (sizeBytes > Math.min(ROW_LIMIT_BYTES, capacityBytes)) return false
      if (!hasRoom(sizeBytes)) {
        rows.evict(Math.max(sizeBytes, capacityBytes * EVICTED_SHARE))
        counted = undefined
      }
      if (!hasRoom(sizeBytes)) return false
      count().heldBytes += sizeBytes
      count().waitingBytes += sizeBytes
      return true
    },
    refresh() {
      counted = undefined
    },
    waiting: (limit) => rows.waiting(limit),
    isUrgent: () => count().waitingBytes > capacityBytes * URGENT_SHARE,
  }
}
