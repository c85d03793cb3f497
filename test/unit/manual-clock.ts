import type { Clock } from '../../src/ports/clock.ts'

/** Lets callers that are about to sleep do so. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** A {@link Clock} that the test moves: sleepers wake when their time has come, and never by themselves. */
export function manualClock(): Clock & { advance(durationMs: number): Promise<void> } {
  let nowMs = 0
  const sleepers: { readonly wakeAtMs: number; readonly wake: () => void }[] = []
  return {
    now: () => nowMs,
    sleep: (durationMs) =>
      new Promise((resolve) => sleepers.push({ wakeAtMs: nowMs + durationMs, wake: resolve })),
    async advance(durationMs) {
      const endMs = nowMs + durationMs
      await settle()
      for (;;) {
        const [next] = sleepers.sort((first, second) => first.wakeAtMs - second.wakeAtMs)
        if (!next || next.wakeAtMs > endMs) break
        sleepers.shift()
        nowMs = next.wakeAtMs
        next.wake()
        await settle()
      }
      nowMs = endMs
    },
  }
}
