import { describe, expect, it, vi } from 'vitest'
import { memoryLocks } from '../../../src/memory/memory-locks.ts'
import type { PackLock } from '../../../src/packs/pack-lock.ts'
import { groupRemovals } from '../../../web/host/indexeddb/grouped-removals.ts'

/** Removals that record the groups they were given, and fail for some keys. */
function recorded(fails: readonly string[] = []) {
  const groups: string[][] = []
  const locks = memoryLocks()
  const lock: PackLock = {
    shared: (task, options) => locks.shared('bytes', task, options),
    exclusive: (task, options) => locks.exclusive('bytes', task, options),
  }
  const remove = groupRemovals({
    lock,
    async removeTogether(keys) {
      groups.push([...keys])
      await new Promise((resolve) => setTimeout(resolve, 0))
      const failing = keys.find((key) => fails.includes(key))
      if (failing !== undefined) throw new Error(failing)
    },
  })
  return { groups, remove, lock }
}

describe('groupRemovals()', () => {
  it('removes together what comes together, and next what came meanwhile', async () => {
    const { groups, remove } = recorded()

    const first = ['a', 'b', 'a'].map((key) => remove(key))
    await vi.waitUntil(() => groups.length > 0)
    await Promise.all([...first, remove('c'), remove('a')])

    expect(groups).toEqual([
      ['a', 'b'],
      ['c', 'a'],
    ])
  })

  it('tells each caller of the failure of its own key alone', async () => {
    const { groups, remove } = recorded(['bad'])

    const outcomes = await Promise.allSettled(['good', 'bad', 'other'].map((key) => remove(key)))
    await remove('later')

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(groups).toEqual([['good', 'bad', 'other'], ['good'], ['bad'], ['other'], ['later']])
  })

  it('holds groups to 256 keys', async () => {
    const { groups, remove } = recorded()

    await Promise.all(Array.from({ length: 300 }, (_, at) => remove(String(at))))

    expect(groups.map(({ length }) => length)).toEqual([256, 44])
  })

  it('begins nothing for a signal that has aborted, and ends what has begun', async () => {
    const { groups, remove } = recorded()
    const call = new AbortController()

    const begun = remove('begun', { signal: call.signal })
    await vi.waitUntil(() => groups.length > 0)
    call.abort(new Error('gone'))
    await begun

    await expect(remove('late', { signal: call.signal })).rejects.toThrow('gone')
    expect(groups).toEqual([['begun']])
  })
  it('lets a caller leave while the lock is held elsewhere, and removes for the others', async () => {
    const { groups, remove, lock } = recorded()
    const end = Promise.withResolvers<void>()
    const writing = lock.shared(() => end.promise)
    const call = new AbortController()

    const left = ['a', 'b'].map((key) => remove(key, { signal: call.signal }))
    const other = remove('b')
    await new Promise((resolve) => setTimeout(resolve, 0))
    call.abort(new Error('gone'))

    for (const removal of left) await expect(removal).rejects.toThrow('gone')
    end.resolve()
    await Promise.all([writing, other])
    expect(groups).toEqual([['b']])
  })

  it('leaves the queue of the lock when no caller is left', async () => {
    const { groups, remove, lock } = recorded()
    const end = Promise.withResolvers<void>()
    const writing = lock.shared(() => end.promise)
    const call = new AbortController()
    const removal = remove('a', { signal: call.signal })
    await new Promise((resolve) => setTimeout(resolve, 0))
    const later = lock.shared(async () => 'written')

    call.abort(new Error('gone'))

    await expect(removal).rejects.toThrow('gone')
    expect(await later).toBe('written')
    end.resolve()
    await writing
    await remove('b')
    expect(groups).toEqual([['b']])
  })

  it('passes the error of the lock on to each caller, and tries again for the next', async () => {
    let isHeld = true
    const remove = groupRemovals({
      lock: {
        async exclusive(task) {
          if (isHeld) throw new Error('held')
          return task()
        },
      },
      removeTogether: async () => undefined,
    })

    const outcomes = await Promise.allSettled(['a', 'b'].map((key) => remove(key)))
    isHeld = false
    await remove('a')

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})
