import { hotRows, type WaitingBlock } from './hot-rows.ts'

/** What the tier may hold, of the 10 GB that one object's database may have. */
export const HOT_TIER_BYTES = 1024 * 1024 * 1024
/** What a row takes; the platform's limit is 2 MB. */
const ROW_LIMIT_BYTES = 1_900_000
/** Eviction makes room for more than one block, so that a long add does not evict for each. */
const EVICTED_SHARE = 1 / 16
/** A tier with this much waiting is drained at once. */
const URGENT_SHARE = 1 / 2

/**
 * A bounded place for new blocks in front of the bucket. A row is written several times as fast as an object,
 * and is as durable; blocks move on to the bucket afterwards, and stay here for reading while there is room.
 */
export interface HotTier {
  /** True when a block of this size has its place here, for which older ones may have been moved out. */
  admit(sizeBytes: number): boolean
  /** Forgets what it counted: call it after blocks were removed or moved, or admitted and not added. */
  refresh(): void
  /** The oldest blocks that wait for their place in the bucket, in the order in which they came. */
  waiting(limit: number): readonly WaitingBlock[]
  /** So much waits that it cannot wait for a quiet moment. */
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
