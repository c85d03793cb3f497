import { describe, expect, it } from 'vitest'
import { blockKey } from '../../../src/codec/cid.ts'
import { fixedClock } from '../../../src/memory/fixed-clock.ts'
import type { Block } from '../../../src/ports/blockstore.ts'
import { numberedBlocks, rawBlock } from '../../contracts/blocks.ts'
import type { OpenAdapters } from './adapters-worker.ts'
import { watchedBucket } from './watched-bucket.ts'

/** Sixteen of them are one pack. */
const CHUNK_BYTES = 256 * 1024
const QUIET_MS = 5_000
const START_MS = 1_000_000

/** How blocks share objects of the bucket: how they are read, removed and written anew. */
export function describePacks(open: OpenAdapters): void {
  const drained = async (count: number, sizeBytes = CHUNK_BYTES) => {
    const clock = fixedClock(START_MS)
    const opened = await open({ clock })
    const blocks = await numberedBlocks(count, sizeBytes)
    const drain = async (blockstore = opened.blockstore) => {
      await clock.sleep(QUIET_MS)
      await blockstore.drain.run()
    }
    await opened.blockstore.putMany(blocks)
    await drain()
    evictRows(opened.storage)
    const watched = watchedBucket(opened.bucket)
    return { ...opened, ...opened.reopen(watched.bucket), calls: watched.calls, clock, blocks, drain }
  }
  const objectsIn = async (bucket: R2Bucket) => (await bucket.list()).objects.map(({ key }) => key).sort()

  describe('packs of blocks', () => {
    it('hold 4 MiB each, in the order in which blocks came', async () => {
      const { bucket, blocks } = await drained(40)

      expect(await objectsIn(bucket)).toEqual(['p/1', 'p/2', 'p/3'])
      const second = await bucket.get('p/2')
      const bytes = new Uint8Array((await second?.arrayBuffer()) ?? new ArrayBuffer(0))
      expect(bytes.byteLength).toBe(16 * CHUNK_BYTES)
      expect(same(bytes.subarray(0, CHUNK_BYTES), blocks[16]?.bytes)).toBe(true)
    })

    it('answer who reads through them with few reads of the bucket', async () => {
      const { blockstore, blocks, calls } = await drained(64)

      const read = await Promise.all(blocks.map(({ cid }) => blockstore.get(cid)))

      expect(read.every((bytes, at) => same(bytes, blocks[at]?.bytes))).toBe(true)
      expect(calls.filter((call) => call === 'get').length).toBe(5)
    })

    it('answer who asks for one block with its bytes alone', async () => {
      const { blockstore, activity, blocks } = await drained(16)
      activity.resetPeaks()

      const bytes = await blockstore.get(blockAt(blocks, 7).cid)

      expect(same(bytes, blocks[7]?.bytes)).toBe(true)
      expect(bytes?.buffer.byteLength).toBe(CHUNK_BYTES)
      expect(activity.readings()['bytes-in-flight'].peak).toBe(CHUNK_BYTES)
    })

    it('give each reader bytes of its own', async () => {
      const { blockstore, blocks } = await drained(16)
      for (const { cid } of blocks.slice(0, 4)) (await blockstore.get(cid))?.fill(255)

      for (const { cid, bytes } of blocks) expect(same(await blockstore.get(cid), bytes)).toBe(true)
    })

    it('are held to 16 MiB, however many read through them at once', async () => {
      const { blockstore, activity, blocks } = await drained(160)
      activity.resetPeaks()
      const readers = Array.from({ length: 10 }, (_, at) => blocks.slice(at * 16, at * 16 + 16))

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
      const { blockstore, blocks } = await drained(16)
      const reason = new Error('the caller has left')
      const leaving = new AbortController()
      await blockstore.get(blockAt(blocks, 1).cid)

      const gone = blockstore.get(blockAt(blocks, 2).cid, { signal: leaving.signal })
      const staying = blockstore.get(blockAt(blocks, 3).cid)
      leaving.abort(reason)

      await expect(gone).rejects.toBe(reason)
      expect(same(await staying, blocks[3]?.bytes)).toBe(true)
    })

    it('leave the bucket when their last block is removed', async () => {
      const { blockstore, bucket, blocks, drain } = await drained(32)

      for (const { cid } of blocks.slice(0, 16)) await blockstore.delete(cid)
      const before = await objectsIn(bucket)
      await drain(blockstore)

      expect(before).toEqual(['p/1', 'p/2'])
      expect(await objectsIn(bucket)).toEqual(['p/2'])
      for (const { cid, bytes } of blocks.slice(16)) expect(same(await blockstore.get(cid), bytes)).toBe(true)
    })

    it('are written anew, together, when a quarter or less of each is used', async () => {
      const { blockstore, bucket, blocks, drain } = await drained(48)
      const isKept = (at: number) => at % 16 < 4

      for (const [at, { cid }] of blocks.entries()) if (!isKept(at)) await blockstore.delete(cid)
      await drain(blockstore)
      await drain(blockstore)

      expect((await bucket.list()).objects.map(({ key, size }) => ({ key, size }))).toEqual([
        { key: 'p/4', size: 12 * CHUNK_BYTES },
      ])
      for (const [at, { cid, bytes }] of blocks.entries()) {
        expect(same(await blockstore.get(cid), isKept(at) ? bytes : undefined)).toBe(true)
      }
      expect(await blockstore.totals()).toEqual({ blocks: 12, sizeBytes: 12 * CHUNK_BYTES })
    })

    it('stay as they are while more than a quarter is used', async () => {
      const { blockstore, bucket, blocks, drain } = await drained(16)

      for (const { cid } of blocks.slice(0, 11)) await blockstore.delete(cid)
      await drain(blockstore)

      expect((await bucket.list()).objects.map(({ key, size }) => ({ key, size }))).toEqual([
        { key: 'p/1', size: 16 * CHUNK_BYTES },
      ])
    })

    it('give a block that is read while they are written anew', async () => {
      const { blockstore, blocks, drain } = await drained(16)
      for (const { cid } of blocks.slice(2)) await blockstore.delete(cid)
      let isOver = false

      const tidying = drain(blockstore)
        .then(() => drain(blockstore))
        .finally(() => {
          isOver = true
        })
      while (!isOver) {
        const { cid, bytes } = blockAt(blocks, 1)
        expect(same(await blockstore.get(cid), bytes)).toBe(true)
      }
      await tidying
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
      const { blockstore, bucket, blocks, drain, storage } = await drained(1)
      const { cid, bytes } = blockAt(blocks, 0)

      for (let round = 0; round < 10; round += 1) {
        await blockstore.delete(cid)
        await Promise.all([drain(blockstore), blockstore.put(cid, bytes)])
        await drain(blockstore)
        evictRows(storage)
        expect(same(await blockstore.get(cid), bytes)).toBe(true)
      }
      await drain(blockstore)
      expect((await objectsIn(bucket)).length).toBe(1)
    })

    it('are swept when no row names them, each counted by its blocks', async () => {
      const { blockstore, bucket, blocks } = await drained(16)
      await bucket.put('p/700', 'left by a database that is gone', { customMetadata: { blocks: '5' } })
      await bucket.put('p/other', 'not a pack')

      expect(await blockstore.sweep()).toBe(5)
      expect(await blockstore.sweep()).toBe(0)

      expect(await objectsIn(bucket)).toEqual(['p/1', 'p/other'])
      for (const { cid, bytes } of blocks) expect(same(await blockstore.get(cid), bytes)).toBe(true)
    })

    it('that are lost are told of, and do not keep the drain at work', async () => {
      const { blockstore, bucket, blocks, drain, activity } = await drained(16)
      for (const { cid } of blocks.slice(1)) await blockstore.delete(cid)
      await bucket.delete('p/1')

      await drain(blockstore)

      expect(activity.readings()['background-tasks'].now).toBe(0)
      await expect(blockstore.get(blockAt(blocks, 0).cid)).rejects.toMatchObject({ code: 'corrupt' })
    })

    it('stand beside the objects that an earlier build wrote for single blocks', async () => {
      const { storage, bucket, reopen } = await open()
      const [old, removed] = await Promise.all(
        [1, 2].map((value) => rawBlock(new Uint8Array(CHUNK_BYTES).fill(value))),
      )
      if (!old || !removed) throw new Error('two blocks are made')
      await storage.deleteAll()
      storage.sql.exec(EARLIER_SCHEMA)
      for (const { cid, bytes } of [old, removed]) {
        await bucket.put(`b/${blockKey(cid)}`, bytes)
        storage.sql.exec(
          'INSERT INTO blocks VALUES (?, ?, 0, 1, NULL, NULL, NULL)',
          blockKey(cid),
          CHUNK_BYTES,
        )
      }
      storage.sql.exec('INSERT INTO block_totals VALUES (1, 2, ?)', 2 * CHUNK_BYTES)

      const { blockstore } = reopen()
      await blockstore.delete(removed.cid)

      expect(await blockstore.sweep()).toBe(0)
      expect(same(await blockstore.get(old.cid), old.bytes)).toBe(true)
      expect(await blockstore.get(removed.cid)).toBeUndefined()
      expect(await objectsIn(bucket)).toEqual([`b/${blockKey(old.cid)}`])
      expect(await blockstore.totals()).toEqual({ blocks: 1, sizeBytes: CHUNK_BYTES })
    })

    it('leave no second copy where an earlier build was killed between an object and its row', async () => {
      const clock = fixedClock(START_MS)
      const { blockstore, bucket, storage } = await open({ clock })
      const { cid, bytes } = await rawBlock(new Uint8Array(CHUNK_BYTES).fill(3))
      await blockstore.put(cid, bytes)
      await bucket.put(`b/${blockKey(cid)}`, bytes)
      await clock.sleep(QUIET_MS)
      await blockstore.drain.run()
      evictRows(storage)

      expect(await blockstore.sweep()).toBe(1)

      expect(await objectsIn(bucket)).toEqual(['p/1'])
      expect(same(await blockstore.get(cid), bytes)).toBe(true)
    })
  })
}

const EARLIER_SCHEMA = `
  CREATE TABLE blocks (
    mh TEXT PRIMARY KEY, size INTEGER NOT NULL, added INTEGER NOT NULL, object INTEGER NOT NULL,
    pack INTEGER, off INTEGER, bytes BLOB
  );
  CREATE TABLE block_totals (
    id INTEGER PRIMARY KEY CHECK (id = 1), blocks INTEGER NOT NULL, size INTEGER NOT NULL
  );
  CREATE INDEX blocks_waiting ON blocks (added, size) WHERE object = 0 AND size >= 16384;
  CREATE INDEX blocks_kept ON blocks (added, size) WHERE object = 1 AND bytes IS NOT NULL;
`

/** Takes the bytes out of the rows of all that is in the bucket, as others do that need the place. */
function evictRows(storage: DurableObjectStorage): void {
  storage.sql.exec('UPDATE blocks SET bytes = NULL WHERE object = 1')
}

function blockAt(blocks: readonly Block[], at: number): Block {
  const block = blocks[at]
  if (!block) throw new Error(`there is no block ${at}`)
  return block
}

function same(found: Uint8Array | undefined, expected: Uint8Array | undefined): boolean {
  if (!found || !expected) return found === expected
  return found.byteLength === expected.byteLength && found.every((byte, at) => byte === expected[at])
}
