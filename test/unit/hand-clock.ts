import type { Clock } from '../../src/ports/clock.ts'

/** A {@link Clock} that a test moves: who sleeps wakes when the time has come. */
export interface HandClock extends Clock {
  /** Moves on, waking one sleeper after the other, each at its own time, and lets each do what it can. */
  move(durationMs: number): Promise<void>
}

interface Sleeper {
  readonly timeMs: number
  readonly wake: () => void
}

export function handClock(startMs = 0): HandClock {
  let nowMs = startMs
  let sleepers: readonly Sleeper[] = []

  return {
    now: () => nowMs,
    sleep(durationMs, { signal } = {}) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const sleeper = { timeMs: nowMs + durationMs, wake: resolve }
      signal?.addEventListener('abort', () => {
        sleepers = sleepers.filter((other) => other !== sleeper)
        reject(signal.reason)
      })
      sleepers = [...sleepers, sleeper]
      return promise
    },
    async move(durationMs) {
      const untilMs = nowMs + durationMs
      await settled()
      for (;;) {
        const [next] = sleepers.toSorted((a, b) => a.timeMs - b.timeMs)
        if (!next || next.timeMs > untilMs) break
        nowMs = Math.max(nowMs, next.timeMs)
        sleepers = sleepers.filter((other) => other !== next)
        next.wake()
        await settled()
      }
      nowMs = untilMs
    },
  }
}

/** For tasks that do nothing but set times: what was begun is done after one turn of the event loop. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}
