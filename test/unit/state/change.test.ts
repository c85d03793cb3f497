import { describe, expect, it } from 'vitest'
import { memoryDatastore } from '../../../src/memory/memory-datastore.ts'
import { applyChange } from '../../../src/state/change.ts'
import { keyOf } from '../../../src/state/keys.ts'

const KEY = keyOf('counter')

describe('applyChange()', () => {
  it('loses no count when many count at once', async () => {
    const datastore = memoryDatastore()
    const countUp = () =>
      applyChange(datastore, async () => {
        const value = await datastore.get(KEY)
        const next = Uint8Array.of((value?.[0] ?? 0) + 1)
        return { operations: [{ type: 'put', key: KEY, value: next }], expect: [{ key: KEY, value }] }
      })

    await Promise.all(Array.from({ length: 8 }, countUp))

    expect(await datastore.get(KEY)).toEqual(Uint8Array.of(8))
  })

  it('gives up when others are always faster', async () => {
    const datastore = memoryDatastore()
    let plans = 0
    const plan = async () => {
      plans += 1
      const expect = [{ key: KEY, value: Uint8Array.of(1) }]
      return { operations: [{ type: 'delete', key: KEY } as const], expect }
    }

    await expect(applyChange(datastore, plan)).rejects.toMatchObject({ code: 'failed-precondition' })
    expect(plans).toBe(16)
  })

  it('writes nothing for a change without operations', async () => {
    const datastore = memoryDatastore()

    await applyChange(datastore, async () => ({ operations: [], expect: [] }))

    expect(await datastore.generation()).toBe(0)
  })
})
