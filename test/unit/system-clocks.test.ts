import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock as edgeClock } from '../../edge/system-clock.ts'
import { systemClock as webClock } from '../../web/host/system-clock.ts'

const LONGEST_TIMER_MS = 2 ** 31 - 1
const HOURS_MS = 3_600_000

describe.each([
  ['of the edge', edgeClock],
  ['of a browser', webClock],
])('the clock %s', (_, systemClock) => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    // Before the timers: a spy on the fake timer that is restored later would bring it back for all files after it.
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  it('sleeps longer than a timer can, which would fire at once', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    let isAwake = false

    const sleeping = systemClock()
      .sleep(1000 * HOURS_MS)
      .then(() => {
        isAwake = true
      })
    await vi.advanceTimersByTimeAsync(999 * HOURS_MS)
    const wasAwake = isAwake
    await vi.advanceTimersByTimeAsync(HOURS_MS)
    await sleeping

    expect(wasAwake).toBe(false)
    expect(timers.mock.calls.every(([, durationMs = 0]) => durationMs <= LONGEST_TIMER_MS)).toBe(true)
  })

  it('wakes with the reason of the signal', async () => {
    const leaving = new AbortController()
    const sleeping = systemClock().sleep(1000 * HOURS_MS, { signal: leaving.signal })

    leaving.abort(new Error('gone'))

    await expect(sleeping).rejects.toThrow('gone')
    expect(vi.getTimerCount()).toBe(0)
  })
})
