import { describe, expect, it } from 'vitest'
import { mapReady } from '../../../src/streams/map-ready.ts'

/** Tasks that end when the test says so. */
function heldTasks() {
  const ends = new Map<number, (error?: Error) => void>()
  const transform = (item: number) =>
    new Promise<number>((resolve, reject) => {
      ends.set(item, (error) => (error ? reject(error) : resolve(item)))
    })
  const end = (item: number, error?: Error) => ends.get(item)?.(error)
  return { transform, started: () => [...ends.keys()], end }
}

describe('mapReady()', () => {
  it('yields results as they come, and begins the next when one is taken', async () => {
    const { transform, started, end } = heldTasks()
    const items = [1, 2, 3, 4]
    const results = mapReady(() => items.shift(), { concurrency: 2, transform })

    const first = results.next()
    expect(started()).toEqual([1, 2])
    end(2)
    expect((await first).value).toBe(2)
    const second = results.next()
    expect(started()).toEqual([1, 2, 3])
    end(3)
    expect((await second).value).toBe(3)
    const third = results.next()
    end(1)
    end(4)

    expect([(await third).value, (await results.next()).value]).toEqual([1, 4])
    expect((await results.next()).done).toBe(true)
  })

  it('asks for further items after each result', async () => {
    const waiting = [8]
    const found: number[] = []

    for await (const item of mapReady(() => waiting.pop(), {
      concurrency: 3,
      transform: async (number) => number,
    })) {
      found.push(item)
      if (item > 1) waiting.push(item / 2, item / 2)
    }

    expect(found.toSorted()).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 8])
  })

  it('throws the first failure, and leaves no other unhandled', async () => {
    const { transform, end } = heldTasks()
    const items = [1, 2, 3]
    const results = mapReady(() => items.shift(), { concurrency: 3, transform })

    const first = results.next()
    end(2, new Error('second'))
    await expect(first).rejects.toThrow('second')
    end(1, new Error('first'))

    expect((await results.next()).done).toBe(true)
  })
})
