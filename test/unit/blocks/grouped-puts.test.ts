import { describe, expect, it } from 'vitest'
import { groupPuts } from '../../../src/blocks/fetch/grouped-puts.ts'
import { dagCborCid } from '../../../src/codec/cid/cid.ts'
import type { Block } from '../../../src/ports/blockstore.ts'
import { abortedSignal } from '../../contracts/blocks.ts'
import { handClock } from '../hand-clock.ts'

const digest = (number: number) => new Uint8Array(32).fill(number)

/** A block of this many bytes. The store does not look at them. */
const block = (number: number, sizeBytes = 8): Block => ({
  cid: dagCborCid(digest(number)),
  bytes: new Uint8Array(sizeBytes).fill(number),
})

/** A store that stores nothing until it is told to, and groups by the first bytes of their blocks. */
function heldStore() {
  const groups: number[][] = []
  const ends: ((error?: Error) => void)[] = []
  return {
    groups,
    end: (at: number, error?: Error) => ends[at]?.(error),
    putMany: (blocks: readonly Block[]) =>
      new Promise<void>((resolve, reject) => {
        groups.push(blocks.map(({ bytes }) => bytes[0] ?? 0))
        ends.push((error) => (error ? reject(error) : resolve()))
      }),
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('groupPuts()', () => {
  it('stores the first block at once, and together those that come meanwhile, in their order', async () => {
    const store = heldStore()
    const put = groupPuts({ store, clock: handClock() })

    const puts = [1, 2, 3, 4].map((number) => put(block(number)))
    expect(store.groups).toEqual([[1]])
    store.end(0)
    await puts[0]
    await settled()

    expect(store.groups).toEqual([[1], [2, 3, 4]])
    store.end(1)
    await Promise.all(puts)
  })

  it('collects what arrives within 25 ms of a group, while callers wait for more', async () => {
    const store = heldStore()
    const clock = handClock()
    const put = groupPuts({ store, clock })
    const bring = (number: number, sizeBytes?: number) =>
      put(block(number, sizeBytes), { isMoreComing: true })

    const puts = [bring(1)]
    store.end(0)
    await puts[0]
    puts.push(bring(2), bring(3))
    await clock.move(24)
    expect(store.groups).toEqual([[1]])
    await clock.move(1)
    expect(store.groups).toEqual([[1], [2, 3]])

    store.end(1)
    await Promise.all(puts)
    await clock.move(25)
    puts.push(bring(4))
    expect(store.groups.at(-1)).toEqual([4])
    store.end(2)
    await Promise.all(puts)
  })

  it('collects no longer when 2 MiB wait, or when a caller waits for no more', async () => {
    const store = heldStore()
    const put = groupPuts({ store, clock: handClock() })
    const bring = (number: number) => put(block(number, 1024 * 1024), { isMoreComing: true })
    const stored = async (at: number, ...puts: readonly Promise<void>[]) => {
      store.end(at)
      await Promise.all(puts)
    }

    await stored(0, bring(1))
    const second = bring(2)
    expect(store.groups).toEqual([[1]])
    await stored(1, second, bring(3))
    expect(store.groups).toEqual([[1], [2, 3]])

    const fourth = bring(4)
    const last = put(block(5))
    expect(store.groups).toEqual([[1], [2, 3], [4, 5]])
    await stored(2, fourth, last)
  })

  it('begins a second group only when 4 MiB wait, and never a third', async () => {
    const store = heldStore()
    const put = groupPuts({ store, clock: handClock() })

    const puts = [1, 2, 3, 4, 5].map((number) => put(block(number, 2 * 1024 * 1024)))
    expect(store.groups).toEqual([[1], [2, 3]])
    store.end(1)
    await Promise.all(puts.slice(1, 3))
    await settled()

    expect(store.groups).toEqual([[1], [2, 3], [4, 5]])
    store.end(0)
    store.end(2)
    await Promise.all(puts)
  })

  it('stores a block once that several callers bring', async () => {
    const store = heldStore()
    const put = groupPuts({ store, clock: handClock() })

    const puts = [put(block(1)), put(block(1)), put(block(2)), put(block(2))]
    store.end(0)
    await Promise.all(puts.slice(0, 2))
    await settled()

    expect(store.groups).toEqual([[1], [2]])
    store.end(1)
    await Promise.all(puts)
  })

  it('fails for the callers of a block that cannot be stored, and for no others', async () => {
    const stored: number[] = []
    const store = {
      async putMany(blocks: readonly Block[]) {
        await settled()
        const numbers = blocks.map(({ bytes }) => bytes[0] ?? 0)
        if (numbers.includes(3)) throw new Error('no space')
        stored.push(...numbers)
      },
    }
    const put = groupPuts({ store, clock: handClock() })

    const outcomes = await Promise.allSettled([1, 2, 3, 4].map((number) => put(block(number))))

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(stored).toEqual([1, 2, 4])
    await expect(put(block(3))).rejects.toThrow('no space')
  })

  it('drops a block that waits when its last caller leaves', async () => {
    const store = heldStore()
    const put = groupPuts({ store, clock: handClock() })
    const leaving = new AbortController()
    const first = put(block(1))

    const left = [put(block(2), { signal: leaving.signal }), put(block(3), { signal: leaving.signal })]
    const stays = put(block(3))
    leaving.abort(new Error('left'))
    for (const one of left) await expect(one).rejects.toThrow('left')
    store.end(0)
    await first
    await settled()

    expect(store.groups).toEqual([[1], [3]])
    store.end(1)
    await stays
    const { signal, reason } = abortedSignal()
    await expect(put(block(4), { signal })).rejects.toBe(reason)
  })
})
