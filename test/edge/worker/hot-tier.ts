import { describe, expect, it } from 'vitest'
import { blockKey, type CID } from '../../../src/codec/cid/cid.ts'
import { fixedClock } from '../../../src/memory/fixed-clock.ts'
import { numberedBlocks, rawBlock, sweptOnly } from '../../contracts/blocks.ts'
import type { OpenAdapters } from './adapters-worker.ts'
import { evictRows } from './drained-packs.ts'
import { watchedBucket } from './watched-bucket.ts'

const LARGE_BYTES = 20_000
const START_MS = 1_000_000

/** Where large blocks are: at first in rows alone, after the drain in the bucket too, when room is short only there. */
export function describeHotTier(open: OpenAdapters): void {
  describe('r2Blockstore() with a hot tier', () => {
    const objectsIn = async (bucket: R2Bucket) => (await bucket.list()).objects.map(({ key }) => key).sort()
    const keysOf = (blocks: readonly { cid: CID }[]) => blocks.map(({ cid }) => `b/${blockKey(cid)}`).sort()

    it('holds new blocks without an object, and they are there when it is opened again', async () => {
      const { blockstore, bucket, reopen } = await open()
      const blocks = await numberedBlocks(20, LARGE_BYTES)

      await blockstore.putMany(blocks)

      expect(await objectsIn(bucket)).toEqual([])
      const again = reopen().blockstore
      for (const { cid, bytes } of blocks) expect(await again.get(cid)).toEqual(bytes)
    })

    it('gives them one object together when it drains, and reads them all the same', async () => {
      const clock = fixedClock(START_MS)
      const { blockstore, bucket } = await open({ clock })
      const blocks = await numberedBlocks(20, LARGE_BYTES)
      await blockstore.putMany(blocks)

      await clock.sleep(5_000)
      await blockstore.drain.run()

      expect(await objectsIn(bucket)).toEqual(['p/1'])
      for (const { cid, bytes } of blocks) expect(await blockstore.get(cid)).toEqual(bytes)
      expect(await blockstore.sweep()).toEqual(sweptOnly(0))
    })

    it('drains nothing while blocks are being written and there is room', async () => {
      const { blockstore, bucket } = await open()
      await blockstore.putMany(await numberedBlocks(5, LARGE_BYTES))

      await blockstore.drain.run()

      expect(await objectsIn(bucket)).toEqual([])
    })

    it('writes objects at once when the tier is full of blocks that wait', async () => {
      const { blockstore, bucket } = await open({ hotTierBytes: 10 * LARGE_BYTES })
      const blocks = await numberedBlocks(15, LARGE_BYTES)

      for (const { cid, bytes } of blocks) await blockstore.put(cid, bytes)

      expect(await objectsIn(bucket)).toEqual(keysOf(blocks.slice(10)))
      for (const { cid, bytes } of blocks) expect(await blockstore.get(cid)).toEqual(bytes)
    })

    it('drains without waiting when more than half of the tier waits, and then takes new blocks again', async () => {
      const { blockstore, bucket } = await open({ hotTierBytes: 10 * LARGE_BYTES })
      const blocks = await numberedBlocks(18, LARGE_BYTES)
      await blockstore.putMany(blocks.slice(0, 10))

      await blockstore.drain.run()
      await blockstore.putMany(blocks.slice(10))

      expect(await objectsIn(bucket)).toEqual(['p/1'])
      for (const { cid, bytes } of blocks) expect(await blockstore.get(cid)).toEqual(bytes)
    })

    it('removes a block from rows and bucket alike, also while it drains', async () => {
      const clock = fixedClock(START_MS)
      const { bucket, reopen } = await open({ hotTierBytes: 2 * LARGE_BYTES, clock })
      const [first, second] = await numberedBlocks(2, LARGE_BYTES)
      if (!first || !second) throw new Error('two blocks are made')
      const watched = watchedBucket(bucket, {
        at: (call, when) => (call === 'put' && when === 'before' ? blockstore.delete(first.cid) : undefined),
      })
      const { blockstore } = reopen(watched.bucket)
      await blockstore.putMany([first, second])

      await blockstore.drain.run()
      await blockstore.delete(second.cid)
      await clock.sleep(5_000)
      await blockstore.drain.run()

      expect(await objectsIn(bucket)).toEqual([])
      expect(await blockstore.totals()).toEqual({ blocks: 0, sizeBytes: 0 })
    })

    it('counts a task of the background from the first block that waits until it is at rest', async () => {
      const clock = fixedClock(START_MS)
      const { blockstore, activity } = await open({ clock })
      const tasks = () => activity.readings()['background-tasks'].now
      const before = tasks()

      await blockstore.putMany(await numberedBlocks(3, LARGE_BYTES))
      await blockstore.drain.run()
      const whileTheyWait = tasks()
      await clock.sleep(5_000)
      await blockstore.drain.run()

      expect([before, whileTheyWait, tasks()]).toEqual([0, 1, 0])
    })

    it('drains a block whose row has a damaged size, and corrects the size', async () => {
      const clock = fixedClock(START_MS)
      const { blockstore, bucket, storage, activity } = await open({ clock })
      const blocks = await numberedBlocks(3, LARGE_BYTES)
      await blockstore.putMany(blocks)
      storage.sql.exec('UPDATE blocks SET size = size + 1024')

      await clock.sleep(5_000)
      await blockstore.drain.run()
      evictRows(storage)

      expect(activity.readings()['background-tasks'].now).toBe(0)
      expect(await objectsIn(bucket)).toEqual(['p/1'])
      for (const { cid, bytes } of blocks) expect(await blockstore.get(cid)).toEqual(bytes)
      expect(await blockstore.sweep()).toEqual(sweptOnly(0))
    })

    it('is at rest after a run that could move nothing, and drains what is added later', async () => {
      const clock = fixedClock(START_MS)
      const { blockstore, bucket, storage, activity } = await open({ clock })
      const [lost, later] = await numberedBlocks(2, LARGE_BYTES)
      if (!lost || !later) throw new Error('two blocks are made')
      await blockstore.put(lost.cid, lost.bytes)
      storage.sql.exec('UPDATE blocks SET bytes = NULL')
      const runLater = async () => {
        await clock.sleep(5_000)
        await blockstore.drain.run()
        return activity.readings()['background-tasks'].now
      }

      const afterLost = await runLater()
      await blockstore.put(later.cid, later.bytes)
      const afterLater = [await runLater(), await runLater()]

      expect(afterLost).toBe(0)
      expect(afterLater).toEqual([1, 0])
      expect(await objectsIn(bucket)).toEqual(['p/1'])
    })

    it('is not at rest while the write budget has no room for a pack', async () => {
      const clock = fixedClock(START_MS)
      const { blockstore, bucket, activity, writeBudget } = await open({ clock })
      await blockstore.putMany(await numberedBlocks(3, LARGE_BYTES))
      const release = await writeBudget.take(Number.MAX_SAFE_INTEGER)

      await clock.sleep(5_000)
      await blockstore.drain.run()
      const withoutRoom = activity.readings()['background-tasks'].now
      release()
      await blockstore.drain.run()

      expect([withoutRoom, activity.readings()['background-tasks'].now]).toEqual([1, 0])
      expect(await objectsIn(bucket)).toEqual(['p/1'])
    })

    it('never counts more than six storage operations while it drains and is read', async () => {
      const { blockstore, activity } = await open({ hotTierBytes: 20 * LARGE_BYTES })
      const blocks = await numberedBlocks(60, LARGE_BYTES)
      await blockstore.putMany(blocks)

      await Promise.all([blockstore.drain.run(), ...blocks.map(({ cid }) => blockstore.get(cid))])

      const { now, peak } = activity.readings()['storage-operations']
      expect(now).toBe(0)
      expect(peak <= 6).toBe(true)
    })

    it('keeps a block of 2 MiB, which no row can hold, in the bucket', async () => {
      const { blockstore, bucket } = await open()
      const block = await rawBlock(new Uint8Array(2 * 1024 * 1024))

      await blockstore.put(block.cid, block.bytes)

      expect(await objectsIn(bucket)).toEqual(keysOf([block]))
    })
  })
}
