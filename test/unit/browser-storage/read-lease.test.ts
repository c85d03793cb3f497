import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readLease } from '../../../web/host/indexeddb/read-lease.ts'

describe('readLease()', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
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
