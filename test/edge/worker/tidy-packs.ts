import { describe, expect, it } from 'vitest'
import { fixedClock } from '../../../src/memory/fixed-clock.ts'
import { numberedBlocks, sweptOnly } from '../../contracts/blocks.ts'
import type { OpenAdapters } from './adapters-worker.ts'
import {
  blockAt,
  CHUNK_BYTES,
  evictRows,
  objectsIn,
  openDrained,
  openSmallPacks,
  packBytes,
  QUIET_MS,
  SMALL_CHUNK_BYTES,
  START_MS,
  same,
} from './drained-packs.ts'
import { watchedBucket } from './watched-bucket.ts'

/** How blocks are removed from packs, and packs from the bucket. */
export function describeTidyPacks(open: OpenAdapters): void {
  describe('packs of blocks', () => {
    it('leave the bucket when their last block is removed', async () => {
      const { blockstore, bucket, blocks, drain } = await openSmallPacks(open, 32)

      for (const { cid } of blocks.slice(0, 16)) await blockstore.delete(cid)
      const before = await objectsIn(bucket)
      await drain()

      expect(before).toEqual(['p/1', 'p/2'])
      expect(await objectsIn(bucket)).toEqual(['p/2'])
      for (const { cid, bytes } of blocks.slice(16)) expect(same(await blockstore.get(cid), bytes)).toBe(true)
    })

    it('are written anew, together, when a quarter or less of each is used', async () => {
      const { blockstore, bucket, blocks, drain } = await openSmallPacks(open, 48)
      const isKept = (at: number) => at % 16 < 4

      for (const [at, { cid }] of blocks.entries()) if (!isKept(at)) await blockstore.delete(cid)
      await drain()

      expect((await bucket.list()).objects.map(({ key, size }) => ({ key, size }))).toEqual([
        { key: 'p/4', size: packBytes(12, SMALL_CHUNK_BYTES) },
      ])
      for (const [at, { cid, bytes }] of blocks.entries()) {
        expect(same(await blockstore.get(cid), isKept(at) ? bytes : undefined)).toBe(true)
      }
      expect(await blockstore.totals()).toEqual({ blocks: 12, sizeBytes: 12 * SMALL_CHUNK_BYTES })
    })

    it('are taken in one by one when many are written anew together', async () => {
      const { blockstore, bucket, activity, blocks, drain } = await openDrained(open, 80)
      const isKept = (at: number) => at % 16 < 2 || at % 16 > 13
      for (const [at, { cid }] of blocks.entries()) if (!isKept(at)) await blockstore.delete(cid)
      activity.resetPeaks()

      await drain()

      expect(await objectsIn(bucket)).toEqual(['p/6', 'p/7'])
      expect(activity.readings()['bytes-in-flight'].peak).toBe(2 * 16 * CHUNK_BYTES)
      for (const [at, { cid, bytes }] of blocks.entries()) {
        if (isKept(at)) expect(same(await blockstore.get(cid), bytes)).toBe(true)
      }
    })

    it('stay when the number of their used bytes is damaged, which is then counted anew', async () => {
      const { blockstore, bucket, blocks, drain, storage } = await openSmallPacks(open, 16)
      const used = () => storage.sql.exec('SELECT used FROM packs').toArray()
      const before = used()

      for (const damaged of [0, -5]) {
        storage.sql.exec('UPDATE packs SET used = ?', damaged)
        await drain()

        expect(await objectsIn(bucket)).toEqual(['p/1'])
        expect(used()).toEqual(before)
      }
      for (const { cid, bytes } of blocks) expect(same(await blockstore.get(cid), bytes)).toBe(true)
    })

    it('are forgotten without blocks, also when the number of their used bytes is damaged', async () => {
      const { blockstore, bucket, blocks, drain, storage } = await openSmallPacks(open, 16)
      for (const { cid } of blocks) await blockstore.delete(cid)
      storage.sql.exec('UPDATE packs SET used = 5')

      await drain()

      expect(await objectsIn(bucket)).toEqual([])
      expect(storage.sql.exec('SELECT id FROM packs').toArray()).toEqual([])
    })

    it('stay as they are while more than a quarter is used', async () => {
      const { blockstore, bucket, blocks, drain } = await openSmallPacks(open, 16)

      for (const { cid } of blocks.slice(0, 11)) await blockstore.delete(cid)
      await drain()

      expect((await bucket.list()).objects.map(({ key, size }) => ({ key, size }))).toEqual([
        { key: 'p/1', size: packBytes(16, SMALL_CHUNK_BYTES) },
      ])
    })

    it('lose a block that is removed while their object is written, and keep one that comes back', async () => {
      const clock = fixedClock(START_MS)
      const { bucket, storage, reopen } = await open({ clock })
      const blocks = await numberedBlocks(3, CHUNK_BYTES)
      const [gone, back, left] = [blockAt(blocks, 0), blockAt(blocks, 1), blockAt(blocks, 2)]
      const watched = watchedBucket(bucket, {
        async at(call, when) {
          if (call !== 'put' || when !== 'before') return
          await Promise.all([blockstore.delete(gone.cid), blockstore.delete(back.cid)])
          await blockstore.put(back.cid, back.bytes)
        },
      })
      const { blockstore } = reopen(watched.bucket)
      await blockstore.putMany(blocks)

      await clock.sleep(QUIET_MS)
      await blockstore.drain.run()
      await clock.sleep(QUIET_MS)
      await blockstore.drain.run()
      evictRows(storage)

      expect(await blockstore.get(gone.cid)).toBeUndefined()
      for (const { cid, bytes } of [back, left]) expect(same(await blockstore.get(cid), bytes)).toBe(true)
      expect(await objectsIn(bucket)).toEqual(['p/1'])
    })

    it('take a block anew while its pack is removed', async () => {
      const { blockstore, bucket, blocks, drain, storage } = await openSmallPacks(open, 1)
      const { cid, bytes } = blockAt(blocks, 0)

      for (let round = 0; round < 10; round += 1) {
        await blockstore.delete(cid)
        await Promise.all([drain(), blockstore.put(cid, bytes)])
        await drain()
        evictRows(storage)
        expect(same(await blockstore.get(cid), bytes)).toBe(true)
      }
      await drain()
      expect((await objectsIn(bucket)).length).toBe(1)
    })

    it('are swept when no row names them, each counted by its blocks', async () => {
      const { blockstore, bucket, blocks } = await openSmallPacks(open, 16)
      await bucket.put('p/700', 'left by a database that is gone', { customMetadata: { blocks: '5' } })
      await bucket.put('p/other', 'not a pack')

      expect(await blockstore.sweep()).toEqual(sweptOnly(5))
      expect(await blockstore.sweep()).toEqual(sweptOnly(0))

      expect(await objectsIn(bucket)).toEqual(['p/1', 'p/other'])
      for (const { cid, bytes } of blocks) expect(same(await blockstore.get(cid), bytes)).toBe(true)
    })

    it('that are lost are told of, and do not keep the drain at work', async () => {
      const { blockstore, bucket, blocks, drain, activity } = await openSmallPacks(open, 16)
      for (const { cid } of blocks.slice(1)) await blockstore.delete(cid)
      await bucket.delete('p/1')

      await drain()

      expect(activity.readings()['background-tasks'].now).toBe(0)
      await expect(blockstore.get(blockAt(blocks, 0).cid)).rejects.toMatchObject({ code: 'corrupt' })
    })
  })
}
