import { describe, expect, it } from 'vitest'
import { memoryDatastore } from '../../../src/memory/memory-datastore.ts'
import { generationCache } from '../../../src/state/generation-cache.ts'
import { keyOf } from '../../../src/state/keys.ts'

const change = (datastore: ReturnType<typeof memoryDatastore>) =>
  datastore.batch([{ type: 'put', key: keyOf('anything'), value: keyOf('new') }])

describe('generationCache()', () => {
  it('loads once between two changes of the Datastore', async () => {
    const datastore = memoryDatastore()
    let loads = 0
    const cached = generationCache(datastore, async () => ++loads)

    expect([await cached(), await cached()]).toEqual([1, 1])

    await change(datastore)
    expect([await cached(), await cached()]).toEqual([2, 2])
  })

  it('does not keep what was loaded while the Datastore changed', async () => {
    const datastore = memoryDatastore()
    let loads = 0
    const cached = generationCache(datastore, async () => {
      if (loads === 0) await change(datastore)
      return ++loads
    })

    expect(await cached()).toBe(1)
    expect(await cached()).toBe(2)
  })

  it('keeps nothing of a load that failed', async () => {
    const datastore = memoryDatastore()
    let loads = 0
    const cached = generationCache(datastore, async () => {
      loads += 1
      if (loads === 1) throw new Error('not this time')
      return loads
    })

    await expect(cached()).rejects.toThrow('not this time')
    expect(await cached()).toBe(2)
  })
})
