import { afterEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../../edge/system-clock.ts'
import { untilAborted } from '../../../src/streams/until-aborted.ts'
import { withTimeLimit } from '../../../src/streams/with-time-limit.ts'

const never = (signal: AbortSignal) => untilAborted(new Promise<void>(() => undefined), { signal })

const clock = systemClock()

describe('withTimeLimit()', () => {
  afterEach(() => vi.restoreAllMocks())

  it('ends the task when the time has passed', async () => {
    const late = new AbortController()

    const error = await withTimeLimit(() => never(late.signal), { clock, late, maxMs: 10 }).catch(
      (reason: unknown) => reason,
    )

    expect(late.signal.aborted).toBe(true)
    expect(error).toBe(late.signal.reason)
  })

  it('ends the task with the signal of the call, whose reason it has', async () => {
    const call = new AbortController()
    const late = new AbortController()
    const reason = new Error('gone')

    const ended = withTimeLimit(() => never(late.signal), { clock, late, signal: call.signal })
    call.abort(reason)

    await expect(ended).rejects.toBe(reason)
  })

  it('leaves nothing on the signal of the call', async () => {
    const call = new AbortController()
    const any = vi.spyOn(AbortSignal, 'any')
    const added = vi.spyOn(call.signal, 'addEventListener')
    const removed = vi.spyOn(call.signal, 'removeEventListener')
    const late = new AbortController()

    await withTimeLimit(async () => undefined, { clock, late, signal: call.signal })
    call.abort()

    // What it returns lives as long as its sources.
    expect(any).not.toHaveBeenCalled()
    expect(removed.mock.calls.length).toBe(added.mock.calls.length)
    expect(late.signal.aborted).toBe(false)
  })
})
