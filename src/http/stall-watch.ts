import type { Clock } from '../ports/clock.ts'

/** The precision of limits. One timer serves all reads, because a timer for each would cost more than the reads. */
const LOOK_EVERY_MS = 5_000

/** Ends reads that wait too long for their client. */
export interface StallWatch {
  /** Calls `letGo` once unless the returned function is called within the limit. The limit may change meanwhile. */
  watch(wait: Wait): () => void
}

interface Wait {
  readonly limitMs: () => number
  readonly letGo: () => void
}

export function createStallWatch(clock: Clock): StallWatch {
  const waiting = new Map<Wait, number>()
  let isLooking = false

  const look = async () => {
    isLooking = true
    while (waiting.size > 0) {
      await clock.sleep(LOOK_EVERY_MS)
      const now = clock.now()
      for (const [wait, sinceMs] of waiting) {
        if (now - sinceMs < wait.limitMs()) continue
        waiting.delete(wait)
        wait.letGo()
      }
    }
    isLooking = false
  }

  return {
    watch(wait) {
      waiting.set(wait, clock.now())
      if (!isLooking) void look()
      return () => waiting.delete(wait)
    },
  }
}
