import { describe, expect, it } from 'vitest'
import { groupRemovals } from '../../../web/host/indexeddb/grouped-removals.ts'

/** Removals that record the groups they were given, and fail for some keys. */
function recorded(fails: readonly string[] = []) {
  const groups: string[][] = []
  const remove = groupRemovals(async (keys) => {
    groups.push([...keys])
    await new Promise((resolve) => setTimeout(resolve, 0))
    const failing = keys.find((key) => fails.includes(key))
    if (failing !== undefined) throw new Error(failing)
  })
  return { groups, remove }
}

describe('groupRemovals()', () => {
  it('removes together what comes together, and next what came meanwhile', async () => {
    const { groups, remove } = recorded()

    const first = ['a', 'b', 'a'].map((key) => remove(key))
    await Promise.resolve()
    await Promise.resolve()
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
    call.abort(new Error('gone'))
    await begun

    await expect(remove('late', { signal: call.signal })).rejects.toThrow('gone')
    expect(groups).toEqual([['begun']])
  })
})
