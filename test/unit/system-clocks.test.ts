import { afterEach, describe, expect, it, vi } from 'vitest'
import { systemClock as edgeClock } from '../../edge/system-clock.ts'
import { systemClock as webClock } from '../../web/host/system-clock.ts'

const LONGEST_TIMER_MS = 2 ** 31 - 1
const HOURS_MS = 3_600_000

/**
 * Records timers of an hour and longer, and calls `onTimer` with each. Shorter ones are real: they are those of other
 * test files in this process, which would go on for the hours of a fake clock.
 */
function watchLongTimers(onTimer: (run: () => void) => void): number[] {
  const { setTimeout: startTimer } = globalThis
  const durations: number[] = []
  const watched = (run: () => void, durationMs = 0) => {
    if (durationMs < HOURS_MS) return startTimer(run, durationMs)
    durations.push(durationMs)
    onTimer(run)
    return TIMER
  }
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(watched as typeof setTimeout)
  return durations
}

/** What the clock gets for a timer of an hour and longer. */
const TIMER = -1

describe.each([
  ['of the edge', edgeClock],
  ['of a browser', webClock],
])('the clock %s', (_, systemClock) => {
  afterEach(() => vi.restoreAllMocks())

  it('sleeps longer than a timer can, which would fire at once', async () => {
    const durations = watchLongTimers(queueMicrotask)

    await systemClock().sleep(1000 * HOURS_MS)

    expect(durations).toEqual([LONGEST_TIMER_MS, 1000 * HOURS_MS - LONGEST_TIMER_MS])
  })

  it('wakes with the reason of the signal', async () => {
    const durations = watchLongTimers(() => undefined)
    const ended = vi.spyOn(globalThis, 'clearTimeout')
    const leaving = new AbortController()
    const sleeping = systemClock().sleep(1000 * HOURS_MS, { signal: leaving.signal })

    leaving.abort(new Error('gone'))

    await expect(sleeping).rejects.toThrow('gone')
    expect(durations).toEqual([LONGEST_TIMER_MS])
    expect(ended).toHaveBeenCalledWith(TIMER)
  })
})
