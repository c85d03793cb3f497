import { expect, it } from 'vitest'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { numberedBlocks } from '../../contracts/blocks.ts'
import { blockstoreContract } from '../../contracts/blockstore.ts'
import { type Shard, shardedBlockstore } from '../../hosts/sharded-blockstore.ts'

const shard = (): Shard => ({ store: memoryBlockstore(), hop: async () => undefined })

blockstoreContract('four shards in memory', async () =>
  shardedBlockstore([shard(), shard(), shard(), shard()]),
)

it('keeps what the other shards have stored when one fails, and accepts the batch again', async () => {
  const blocks = await numberedBlocks(40)
  const [failing, ...others] = [shard(), shard(), shard(), shard()] as const
  let isDown = true
  const putMany: Shard['store']['putMany'] = async (...args) => {
    if (isDown) throw new Error('The object is gone')
    await failing.store.putMany(...args)
  }
  const store = shardedBlockstore([{ ...failing, store: { ...failing.store, putMany } }, ...others])

  await expect(store.putMany(blocks)).rejects.toThrow('The object is gone')
  const { blocks: held } = await store.totals()
  isDown = false
  await store.putMany(blocks)

  expect(held).toBeGreaterThan(0)
  expect(held).toBeLessThan(blocks.length)
  expect((await store.totals()).blocks).toBe(blocks.length)
})
