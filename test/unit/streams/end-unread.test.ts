import { describe, expect, it } from 'vitest'
import { endUnread } from '../../../src/streams/end-unread.ts'
import { handClock } from '../hand-clock.ts'

function numbers() {
  let hasEnded = false
  const source = async function* () {
    try {
      for (let at = 0; at < 3; at += 1) yield at
    } finally {
      hasEnded = true
    }
  }
  return { source: source(), hasEnded: () => hasEnded }
}

describe('endUnread()', () => {
  it('yields all that is asked for in time', async () => {
    const clock = handClock()
    const { source, hasEnded } = numbers()
    const seen: number[] = []

    for await (const item of endUnread(source, { clock, limitMs: 60_000 })) {
      seen.push(item)
      await clock.move(50_000)
    }

    expect(seen).toEqual([0, 1, 2])
    expect(hasEnded()).toBe(true)
  })

  it('ends a source of which no more is asked for, and tells so afterwards', async () => {
    const clock = handClock()
    const { source, hasEnded } = numbers()
    const items = endUnread(source, { clock, limitMs: 60_000 })
    await items.next()

    await clock.move(59_000)
    expect(hasEnded()).toBe(false)
    await clock.move(1_000)

    expect(hasEnded()).toBe(true)
    await expect(items.next()).rejects.toMatchObject({
      code: 'timeout',
      message: 'Cannot go on: nothing was read for 60 seconds',
    })
  })

  it('ends the source when its consumer stops', async () => {
    const clock = handClock()
    const { source, hasEnded } = numbers()

    for await (const _ of endUnread(source, { clock, limitMs: 60_000 })) break

    expect(hasEnded()).toBe(true)
  })
})
