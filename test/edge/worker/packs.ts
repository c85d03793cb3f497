import { describe, expect, it } from 'vitest'
import { fixedClock } from '../../../src/memory/fixed-clock.ts'
import type { Block } from '../../../src/ports/blockstore.ts'
import { numberedBlocks } from '../../contracts/blocks.ts'
import type { OpenAdapters } from './adapters-worker.ts'
import {
  blockAt,
  CHUNK_BYTES,
  evictRows,
  objectsIn,
  openDrained,
  packBytes,
  QUIET_MS,
  START_MS,
  same,
} from './drained-packs.ts'
import { watchedBucket } from './watched-bucket.ts'

/** How blocks that share objects of the bucket are read. */
export function describePacks(open: OpenAdapters): void {
  describe('packs of blocks', () => {
    it('hold 4 MiB each, in the order in which blocks came', async () => {
      const { bucket, blocks } = await openDrained(open, 40)

      expect(await objectsIn(bucket)).toEqual(['p/1', 'p/2', 'p/3'])
      const second = await bucket.get('p/2')
      const bytes = new Uint8Array((await second?.arrayBuffer()) ?? new ArrayBuffer(0))
      expect(bytes.byteLength).toBe(packBytes(16))
      expect(same(bytes.subarray(0, CHUNK_BYTES), blocks[16]?.bytes)).toBe(true)
    })

    it('answer who reads through them with few reads of the bucket', async () => {
      const { blockstore, blocks, calls } = await openDrained(open, 64)

      const read = await Promise.all(blocks.map(({ cid }) => blockstore.get(cid)))

      expect(read.every((bytes, at) => same(bytes, blocks[at]?.bytes))).toBe(true)
      expect(calls.filter((call) => call === 'get').length).toBe(5)
    })

    it('answer who asks for one block with its bytes alone', async () => {
      const { blockstore, activity, blocks } = await openDrained(open, 16)
      activity.resetPeaks()

      const bytes = await blockstore.get(blockAt(blocks, 7).cid)

      expect(same(bytes, blocks[7]?.bytes)).toBe(true)
      expect(bytes?.buffer.byteLength).toBe(CHUNK_BYTES)
      expect(activity.readings()['bytes-in-flight'].peak).toBe(CHUNK_BYTES)
    })

    it('give each reader bytes of its own', async () => {
      const { blockstore, blocks } = await openDrained(open, 16)
      for (const { cid } of blocks.slice(0, 4)) (await blockstore.get(cid))?.fill(255)

      for (const { cid, bytes } of blocks) expect(same(await blockstore.get(cid), bytes)).toBe(true)
    })

    it('are held to 16 MiB, however many read through them at once', async () => {
      const { blockstore, activity, blocks } = await openDrained(open, 96)
      activity.resetPeaks()
      const readers = Array.from({ length: 6 }, (_, at) => blocks.slice(at * 16, at * 16 + 16))

      await Promise.all(
        readers.map(async (own) => {
          for (const { cid, bytes } of own) expect(same(await blockstore.get(cid), bytes)).toBe(true)
        }),
      )

      const { now, peak } = activity.readings()['bytes-in-flight']
      expect(now).toBe(0)
      expect(peak <= 16 * 1024 * 1024 + 6 * CHUNK_BYTES).toBe(true)
    })

    it('let a reader go, and serve the others who wait for the same bytes', async () => {
      const { blockstore, blocks } = await openDrained(open, 16)
      const reason = new Error('the caller has left')
      const leaving = new AbortController()
      await blockstore.get(blockAt(blocks, 1).cid)

      const gone = blockstore.get(blockAt(blocks, 2).cid, { signal: leaving.signal })
      const staying = blockstore.get(blockAt(blocks, 3).cid)
      leaving.abort(reason)

      await expect(gone).rejects.toBe(reason)
      expect(same(await staying, blocks[3]?.bytes)).toBe(true)
    })

    it('keep no room for readers who leave before anything is read for them', async () => {
      const { blockstore, blocks, calls } = await openDrained(open, 96)
      for (let pack = 0; pack < 5; pack += 1) {
        const leaving = new AbortController()
        await blockstore.get(blockAt(blocks, pack * 16 + 1).cid)
        const gone = blockstore.get(blockAt(blocks, pack * 16 + 2).cid, { signal: leaving.signal })
        leaving.abort(new Error('the caller has left'))
        await gone.catch(() => undefined)
      }
      const before = calls.length

      for (const { cid } of blocks.slice(81)) await blockstore.get(cid)

      expect(calls.length - before).toBe(2)
    })

    it('give a block that is read while they are written anew', async () => {
      const { blockstore, blocks, drain } = await openDrained(open, 16)
      for (const { cid } of blocks.slice(2)) await blockstore.delete(cid)
      let isOver = false

      const tidying = drain().finally(() => {
        isOver = true
      })
      while (!isOver) {
        const { cid, bytes } = blockAt(blocks, 1)
        expect(same(await blockstore.get(cid), bytes)).toBe(true)
      }
      await tidying
    })

    it('are not read when their blocks are added again, since each read is paid for', async () => {
      const { blockstore, blocks, calls } = await openDrained(open, 16)

      await blockstore.putMany(blocks)

      expect(calls).toEqual([])
    })

    it('leave a row alone whose block was replaced while its pack was written', async () => {
      const clock = fixedClock(START_MS)
      const { reopen, bucket, storage } = await open({ clock })
      const [wrong, { cid, bytes }] = [new Uint8Array(CHUNK_BYTES).fill(1), await oneBlock()]
      const replacing = watchedBucket(bucket, {
        at: async (call, when) => {
          if (call === 'put' && when === 'after') await blockstore.replace(cid, bytes)
        },
      })
      const { blockstore } = reopen(replacing.bucket)
      await blockstore.put(cid, wrong)

      await clock.sleep(QUIET_MS)
      await blockstore.drain.run()
      evictRows(storage)

      expect(replacing.calls.includes('put')).toBe(true)
      expect(same(await blockstore.get(cid), bytes)).toBe(true)
    })
  })
}

async function oneBlock(): Promise<Block> {
  return blockAt(await numberedBlocks(1, CHUNK_BYTES), 0)
}
