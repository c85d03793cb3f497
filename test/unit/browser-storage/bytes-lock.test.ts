import { describe, expect, it } from 'vitest'
import { isDomainError } from '../../../src/errors.ts'
import { memoryLocks } from '../../../src/memory/memory-locks.ts'
import { bytesLock } from '../../../web/host/indexeddb/bytes-lock.ts'
import { handClock } from '../hand-clock.ts'

const never = () => new Promise<void>(() => undefined)
const done = async () => 'done'

describe('bytesLock()', () => {
  it('answers unavailable to a removal that waits 10 s for a writer, and lets the next writers in', async () => {
    const { lock, clock } = opened()
    void lock.shared(never)
    const removal = lock.exclusive(done).catch((error: unknown) => error)
    const write = lock.shared(done)

    await clock.move(10_000)

    expect(isDomainError(await removal, 'unavailable')).toBe(true)
    expect(await write).toBe('done')
  })

  it('answers unavailable to a writer that waits 30 s for a removal', async () => {
    const { lock, clock } = opened()
    void lock.exclusive(never)
    const write = lock.shared(done).catch((error: unknown) => error)

    await clock.move(30_000)

    expect(isDomainError(await write, 'unavailable')).toBe(true)
  })

  it('lets a caller leave the queue, and those behind it in', async () => {
    const { lock } = opened()
    const call = new AbortController()
    void lock.shared(never)
    const removal = lock.exclusive(done, { signal: call.signal })
    const write = lock.shared(done)

    call.abort(new Error('gone'))

    await expect(removal).rejects.toThrow('gone')
    expect(await write).toBe('done')
  })

  it('does not limit a task that has begun', async () => {
    const { lock, clock } = opened()
    const end = Promise.withResolvers<void>()
    const write = lock.shared(async () => {
      await end.promise
      return 'written'
    })

    await clock.move(60_000)
    end.resolve()

    expect(await write).toBe('written')
  })
})

function opened() {
  const clock = handClock()
  return { clock, lock: bytesLock({ locks: memoryLocks(), clock }) }
}
