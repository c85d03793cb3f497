import { describe, expect, it } from 'vitest'
import { createActivity } from '../../../src/diagnostics/activity.ts'
import { meteredBlockstore } from '../../../src/diagnostics/metered-blockstore.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { numberedBlocks } from '../../contracts/blocks.ts'
import { blockstoreContract } from '../../contracts/blockstore.ts'

blockstoreContract('metered', async () => meteredBlockstore(memoryBlockstore(), createActivity()))

describe('meteredBlockstore()', () => {
  it('counts calls while they are under way, and none afterwards', async () => {
    const activity = createActivity()
    const store = meteredBlockstore(memoryBlockstore(), activity)
    const blocks = await numberedBlocks(3)

    await Promise.all(blocks.map(({ cid, bytes }) => store.put(cid, bytes)))
    for await (const _ of store.list()) {
      expect(activity.readings()['storage-operations'].now).toBe(1)
      break
    }

    expect(activity.readings()['storage-operations']).toEqual({ now: 0, peak: 3 })
  })

  it('counts a call that fails as over', async () => {
    const activity = createActivity()
    const failing = { ...memoryBlockstore(), totals: () => Promise.reject(new Error('no')) }
    const store = meteredBlockstore(failing, activity)

    await expect(store.totals()).rejects.toThrow('no')
    expect(activity.readings()['storage-operations'].now).toBe(0)
  })
})
