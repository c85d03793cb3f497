import type { Clock } from '../ports/clock.ts'

/** {@link Clock} that does not advance by itself: `sleep` advances it and resolves at once. */
export function fixedClock(startMs = 0): Clock {
  let nowMs = startMs
  return {
    now: () => nowMs,
    async sleep(durationMs, { signal } = {}) {
      signal?.throwIfAborted()
      nowMs += durationMs
    },
  }
}
