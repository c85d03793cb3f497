import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readLease, withoutLeases } from '../../../web/host/indexeddb/read-lease.ts'

describe('readLease()', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  it('remembers what was looked up once the lock is held, and not before', async () => {
    const { lease, lock } = opened()

    expect(lease.use()).toBeUndefined()
    await lock.grant()
    lease.use()?.add(7)

    expect(lease.use()).toEqual(new Set([7]))
    expect(lock.requests()).toBe(1)
  })

  it('ends when nothing was read for a while, and forgets what was looked up', async () => {
    const { lease, lock } = opened()
    lease.use()
    await lock.grant()
    lease.use()?.add(7)

    await vi.advanceTimersByTimeAsync(30)

    expect(lock.isHeld()).toBe(false)
    expect(lease.use()).toBeUndefined()
    await lock.grant()
    expect(lease.use()).toEqual(new Set())
  })

  it('ends after 50 ms, however much is read', async () => {
    const { lease, lock } = opened()
    lease.use()
    await lock.grant()

    for (let elapsedMs = 0; elapsedMs < 50; elapsedMs += 5) {
      lease.use()
      await vi.advanceTimersByTimeAsync(5)
    }

    expect(lock.isHeld()).toBe(false)
  })

  it('has ended by the clock when its thread was stopped, although it still holds the lock', async () => {
    const { lease, lock } = opened()
    lease.use()
    await lock.grant()
    lease.use()?.add(7)

    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 50)

    expect(lease.use()).toBeUndefined()
    expect(lock.isHeld()).toBe(true)
  })

  it('ends at once for a removal, also while it waits for the lock', async () => {
    const { lease, lock } = opened()
    lease.use()
    await lock.grant()
    lease.end()
    expect(lease.use()).toBeUndefined()
    await vi.advanceTimersByTimeAsync(0)
    expect(lock.isHeld()).toBe(false)

    lease.use()
    lease.end()
    await lock.grant()

    expect(lock.isHeld()).toBe(false)
  })
})

describe('withoutLeases()', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('waits for leases', async () => {
    const [name, end] = [crypto.randomUUID(), Promise.withResolvers<void>()]
    const steps: string[] = []
    const reading = navigator.locks.request(name, { mode: 'shared' }, async () => {
      await end.promise
      steps.push('read')
    })

    const removing = withoutLeases(name, async () => void steps.push('removed'))
    end.resolve()
    await Promise.all([reading, removing])

    expect(steps).toEqual(['read', 'removed'])
  })

  it('takes the lock from a thread that has stopped, and lets no lease begin meanwhile', async () => {
    const [name, end] = [crypto.randomUUID(), Promise.withResolvers<void>()]
    const steps: string[] = []
    const stopped = navigator.locks.request(name, { mode: 'shared' }, () => new Promise(() => undefined))
    stopped.catch(() => undefined)
    const removing = withoutLeases(name, async () => {
      steps.push('removing')
      await end.promise
      steps.push('removed')
    })

    await vi.advanceTimersByTimeAsync(200)
    await vi.waitUntil(() => steps.includes('removing'))
    const next = navigator.locks.request(name, { mode: 'shared' }, async () => void steps.push('next lease'))
    end.resolve()
    await Promise.all([removing, next])

    expect(steps).toEqual(['removing', 'removed', 'next lease'])
    await expect(stopped).rejects.toThrow()
  })

  it('passes the error of the removal on', async () => {
    const removing = withoutLeases(crypto.randomUUID(), () => Promise.reject(new Error('no removal')))

    await expect(removing).rejects.toThrow('no removal')
  })
})

/** A lease of a lock that is granted when the test says so. */
function opened() {
  let requests = 0
  let grant: () => void = () => undefined
  let isHeld = false
  const shared = async <T>(task: () => Promise<T>): Promise<T> => {
    requests += 1
    await new Promise<void>((resolve) => {
      grant = resolve
    })
    isHeld = true
    try {
      return await task()
    } finally {
      isHeld = false
    }
  }
  const lock = {
    requests: () => requests,
    isHeld: () => isHeld,
    async grant() {
      grant()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
  return { lease: readLease({ shared }), lock }
}
