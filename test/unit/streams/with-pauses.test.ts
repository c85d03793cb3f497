import { afterEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../../edge/system-clock.ts'
import { withPauses } from '../../../src/streams/with-pauses.ts'

const ITEMS = 100

async function* items() {
  for (let at = 0; at < ITEMS; at += 1) {
    await new Promise((resolve) => setTimeout(resolve, 0))
    yield at
  }
}

describe('withPauses()', () => {
  afterEach(() => vi.restoreAllMocks())

  it('leaves nothing on the signal of the call, however many items come', async () => {
    const call = new AbortController()
    const any = vi.spyOn(AbortSignal, 'any')
    const added = vi.spyOn(call.signal, 'addEventListener')
    const removed = vi.spyOn(call.signal, 'removeEventListener')
    const seen: unknown[] = []

    const stream = withPauses(items(), { first: 'first', clock: systemClock(), signal: call.signal })
    for await (const item of stream) seen.push(item)

    expect(seen).toHaveLength(ITEMS + 1)
    // What it returns lives as long as its sources.
    expect(any).not.toHaveBeenCalled()
    expect(removed.mock.calls.length).toBe(added.mock.calls.length)
  })

  it('throws the reason of an abort, also when the source just ends at it', async () => {
    const call = new AbortController()
    const untilAbort = async function* () {
      await new Promise((resolve) => call.signal.addEventListener('abort', resolve))
    }

    const stream = withPauses(untilAbort(), { first: 'first', clock: systemClock(), signal: call.signal })
    await stream.next()
    const next = stream.next()
    call.abort(new Error('context deadline exceeded'))

    await expect(next).rejects.toThrow('context deadline exceeded')
  })
})
