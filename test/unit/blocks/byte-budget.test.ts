import { describe, expect, it } from 'vitest'
import { createByteBudget } from '../../../src/blocks/byte-budget.ts'

/** True when the promise has settled by the time the microtasks of now have run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending')
  await new Promise((resolve) => setTimeout(resolve))
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending
}

describe('createByteBudget()', () => {
  it('grants what there is room for and waits for the rest', async () => {
    const budget = createByteBudget(10)
    const giveBack = await budget.take(6)

    const waiting = budget.take(5)

    expect(budget.tryTake(5)).toBeUndefined()
    expect(await isSettled(waiting)).toBe(false)
    giveBack()
    expect(await isSettled(waiting)).toBe(true)
  })

  it('grants in order of arrival, also to a large request before a small one', async () => {
    const budget = createByteBudget(10)
    const giveBack = await budget.take(6)

    const large = budget.take(9)
    const small = budget.take(1)

    expect([await isSettled(large), await isSettled(small)]).toEqual([false, false])
    giveBack()
    expect([await isSettled(large), await isSettled(small)]).toEqual([true, true])
  })

  it('grants one request larger than the whole when it is alone', async () => {
    const budget = createByteBudget(10)

    const giveBack = await budget.take(1000)

    expect(budget.tryTake(1)).toBeUndefined()
    giveBack()
    expect(budget.tryTake(1)).toBeDefined()
  })

  it('gives bytes back once, however often it is told', async () => {
    const budget = createByteBudget(10)
    const giveBack = await budget.take(5)
    budget.tryTake(5)

    giveBack()
    giveBack()

    expect(budget.tryTake(6)).toBeUndefined()
  })

  it('lets others in when a waiting request is aborted', async () => {
    const budget = createByteBudget(10)
    await budget.take(6)
    const abort = new AbortController()
    const large = budget.take(9, { signal: abort.signal })
    const small = budget.take(4)

    abort.abort(new Error('left'))

    await expect(large).rejects.toThrow('left')
    expect(await isSettled(small)).toBe(true)
  })

  it('asks holders to use what they keep when another caller begins to wait', async () => {
    const budget = createByteBudget(10)
    const giveBack = await budget.take(10)
    const stop = budget.onCrowd(giveBack)
    const before = budget.isCrowded()

    const waiting = budget.take(5)

    expect(before).toBe(false)
    expect(await isSettled(waiting)).toBe(true)
    stop()
  })
})
