import type { Clock } from '../ports/clock.ts'

/** The precision of limits. One timer serves all reads, because a timer for each would cost more than the reads. */
const CHECK_INTERVAL_MS = 5_000

/** Ends reads that wait too long for their client. */
export interface StallWatch {
  /** Calls `onStalled` once unless the returned function is called within the limit. The limit may change meanwhile. */
  watch(wait: Wait): () => void
}

interface Wait {
  readonly limitMs: () => number
  readonly onStalled: () => void
}

export function createStallWatch(clock: Clock): StallWatch {
  const waiting = new Map<Wait, number>()
  let isScheduled = false

  const check = async () => {
    isScheduled = true
    while (waiting.size > 0) {
      await clock.sleep(CHECK_INTERVAL_MS)
      const now = clock.now()
      for (const [wait, sinceMs] of waiting) {
        if (now - sinceMs < wait.limitMs()) continue
        waiting.delete(wait)
        wait.onStalled()
      }
    }
    isScheduled = false
  }

  return {
    watch(wait) {
      waiting.set(wait, clock.now())
      if (!isScheduled) void check()
      return () => waiting.delete(wait)
    },
  }
}
