import { describe, expect, it } from 'vitest'
import { blockKey } from '../../../src/codec/cid/cid.ts'
import { fixedClock } from '../../../src/memory/fixed-clock.ts'
import type { Block, Blockstore } from '../../../src/ports/blockstore.ts'
import { numberedBlocks, sweptOnly } from '../../contracts/blocks.ts'
import type { OpenAdapters } from './adapters-worker.ts'
import {
  blockAt,
  CHUNK_BYTES,
  drainToRest,
  evictRows,
  objectsIn,
  openDrained,
  openSmallPacks,
  packBytes,
  QUIET_MS,
  SMALL_CHUNK_BYTES,
  same,
} from './drained-packs.ts'
import { watchedBucket } from './watched-bucket.ts'

/** How the index is made anew from the packs. */
export function describeRepairPacks(open: OpenAdapters): void {
  describe('packs of blocks', () => {
    it('give every block its row back when the database is lost', async () => {
      const { blocks, storage, reopen } = await openSmallPacks(open, 40)
      await storage.deleteAll()

      const { blockstore } = reopen()
      const report = await blockstore.sweep()

      expect(report).toEqual({ removedBlocks: 0, indexedBlocks: 40, unreadable: [] })
      await expectHeld(blockstore, blocks)
      expect(await blockstore.sweep()).toEqual(sweptOnly(0))
    })

    it('give rows back that are lost alone, and the totals with them', async () => {
      const { blocks, storage, reopen } = await openSmallPacks(open, 40)
      storage.sql.exec('DELETE FROM blocks WHERE pack = 2 OR off = 0')

      const { blockstore } = reopen()

      expect((await blockstore.sweep()).indexedBlocks).toBe(18)
      await expectHeld(blockstore, blocks)
    })

    it('stay when what is lost is their counter alone', async () => {
      const { blocks, bucket, storage, reopen } = await openSmallPacks(open, 40)
      storage.sql.exec('DELETE FROM packs')

      const { blockstore } = reopen()

      expect(await blockstore.sweep()).toEqual(sweptOnly(0))
      await expectHeld(blockstore, blocks)
      expect(await objectsIn(bucket)).toEqual(['p/1', 'p/2', 'p/3'])
      expect(storage.sql.exec('SELECT size, used FROM packs WHERE id = 1').one()).toEqual({
        size: 16 * SMALL_CHUNK_BYTES,
        used: 16 * SMALL_CHUNK_BYTES,
      })
    })

    it('are never overwritten by a database that knows nothing of them, or only of the first', async () => {
      const { blocks, bucket, storage, reopen, clock } = await openSmallPacks(open, 40)
      const more = await numberedBlocks(3, SMALL_CHUNK_BYTES + 1)
      await storage.deleteAll()
      const first = reopen()
      await first.blockstore.putMany(more.slice(0, 1))
      await drainToRest(first, clock)
      storage.sql.exec('DELETE FROM packs')
      storage.sql.exec('INSERT INTO packs VALUES (1, 1, 1)')
      storage.sql.exec('DELETE FROM sqlite_sequence')

      const second = reopen()
      await second.blockstore.putMany(more.slice(1))
      await drainToRest(second, clock)

      expect(await objectsIn(bucket)).toEqual(['p/1', 'p/2', 'p/3', 'p/4', 'p/5'])
      expect((await bucket.head('p/2'))?.size).toBe(packBytes(16, SMALL_CHUNK_BYTES))
      expect((await second.blockstore.sweep()).indexedBlocks).toBe(40)
      evictRows(storage)
      await expectHeld(second.blockstore, [...blocks, ...more])
    })

    it('give no row to a block whose bytes are wrong', async () => {
      const { blocks, bucket, storage, reopen } = await openSmallPacks(open, 16)
      const bytes = new Uint8Array((await (await bucket.get('p/1'))?.arrayBuffer()) ?? new ArrayBuffer(0))
      bytes[5 * SMALL_CHUNK_BYTES + 9] = 1
      await bucket.put('p/1', bytes)
      await storage.deleteAll()

      const { blockstore } = reopen()
      const { indexedBlocks, unreadable } = await blockstore.sweep()

      expect(indexedBlocks).toBe(15)
      expect(unreadable.length).toBe(1)
      expect(unreadable[0]?.includes(`${blockAt(blocks, 5).cid}`)).toBe(true)
      expect(await blockstore.has(blockAt(blocks, 5).cid)).toBe(false)
    })

    it('of an earlier build are read, and get a table when they are written anew', async () => {
      const { blocks, bucket, clock, reopen } = await openSmallPacks(open, 16)
      const bytes = new Uint8Array((await (await bucket.get('p/1'))?.arrayBuffer()) ?? new ArrayBuffer(0))
      await bucket.put('p/1', bytes.subarray(0, 16 * SMALL_CHUNK_BYTES), { customMetadata: { blocks: '16' } })

      const opened = reopen()
      expect(await opened.blockstore.sweep()).toEqual(sweptOnly(0))
      await expectHeld(opened.blockstore, blocks)
      for (const { cid } of blocks.slice(4)) await opened.blockstore.delete(cid)
      await drainToRest(opened, clock)

      expect((await bucket.head('p/2'))?.size).toBe(packBytes(4, SMALL_CHUNK_BYTES))
      await expectHeld(opened.blockstore, blocks.slice(0, 4))
    })

    it('of an earlier build are removed when the database is lost: nothing says what is in them', async () => {
      const { bucket, storage, reopen } = await openSmallPacks(open, 16)
      const bytes = new Uint8Array((await (await bucket.get('p/1'))?.arrayBuffer()) ?? new ArrayBuffer(0))
      await bucket.put('p/1', bytes.subarray(0, 16 * SMALL_CHUNK_BYTES), { customMetadata: { blocks: '16' } })
      await storage.deleteAll()

      expect(await reopen().blockstore.sweep()).toEqual(sweptOnly(16))

      expect(await objectsIn(bucket)).toEqual([])
    })

    // Each call of the bucket is killed twice: packs hold few small blocks.
    it('come back whole after a repair that was killed at any call of the bucket', async () => {
      const ends = new Set<string>()
      for (let call = 1; !ends.has('none'); call += 1) {
        for (const when of ['before', 'after'] as const) {
          const { blocks, bucket, storage, reopen, clock } = await openDrained(open, 9, {
            chunkBytes: SMALL_CHUNK_BYTES,
            packBlocks: 4,
          })
          // One pack is lost, one is unused, and one was left by a writer that was killed before the rows.
          await bucket.put('p/4', (await (await bucket.get('p/3'))?.arrayBuffer()) ?? '')
          storage.sql.exec('DELETE FROM blocks WHERE pack = 1')
          const cleared = blocks.slice(4, 8)
          for (const _ of cleared)
            storage.sql.exec('UPDATE packs SET used = used - ? WHERE id = 2', SMALL_CHUNK_BYTES)
          for (const { cid } of cleared) storage.sql.exec('DELETE FROM blocks WHERE mh = ?', blockKey(cid))

          let killedAt = 'none'
          const watched = watchedBucket(bucket, {
            at(name, now) {
              if (killedAt === 'none' && (watched.calls.length < call || now !== when)) return
              if (killedAt === 'none') killedAt = name
              throw new Error('the process is gone')
            },
          })
          await reopen(watched.bucket)
            .blockstore.sweep()
            .catch(() => undefined)
          ends.add(killedAt)
          const next = reopen()
          await drainToRest(next, clock)
          await next.blockstore.sweep()

          await expectHeld(next.blockstore, [...blocks.slice(0, 4), ...blocks.slice(8)])
          expect(await objectsIn(bucket)).toEqual(['p/1', 'p/3'])
        }
      }

      expect([...ends].sort()).toEqual(['delete', 'get', 'list', 'none'])
    })
  })

  describe('what packs hold in memory', () => {
    it('is taken from the write budget, and nothing is moved while writers need all of it', async () => {
      const { blockstore, writeBudget, bucket, activity, clock } = await openWaiting(open, 16)
      const others = await writeBudget.take(44 * MIB)
      activity.resetPeaks()

      await clock.sleep(QUIET_MS)
      await blockstore.drain.run()
      const whileFull = await objectsIn(bucket)
      others()
      await drainToRest({ blockstore, activity }, clock)

      expect(whileFull).toEqual([])
      expect(await objectsIn(bucket)).toEqual(['p/1'])
      expect(activity.readings()['bytes-in-flight']).toEqual({ now: 0, peak: 2 * 16 * CHUNK_BYTES })
      expect(writeBudget.tryTake(48 * MIB) !== undefined).toBe(true)
    })

    it('is waited for in turn when half of the tier waits', async () => {
      const { blockstore, writeBudget, bucket, activity } = await openWaiting(open, 16, 20 * CHUNK_BYTES)
      const others = await writeBudget.take(44 * MIB)

      const draining = blockstore.drain.run()
      const later = writeBudget.take(6 * MIB)
      const whileFull = await objectsIn(bucket)
      others()
      await draining
      const giveBack = await later
      giveBack()

      expect(whileFull).toEqual([])
      expect(await objectsIn(bucket)).toEqual(['p/1'])
      expect(activity.readings()['bytes-in-flight'].now).toBe(0)
    })

    it('gives way to a writer as soon as one waits, and reads go on one by one', async () => {
      const { blockstore, writeBudget, blocks, calls } = await openDrained(open, 52)
      for (const at of [1, 2, 17, 18, 33, 34]) await blockstore.get(blockAt(blocks, at).cid)

      const giveBack = await writeBudget.take(48 * MIB)
      const before = calls.length
      await expectHeld(blockstore, blocks)

      expect(calls.length - before).toBe(52)
      giveBack()
    })
  })
}

const MIB = 1024 * 1024

/** A store with blocks that wait for their pack. */
async function openWaiting(open: OpenAdapters, count: number, hotTierBytes?: number) {
  const clock = fixedClock(1_000_000)
  const opened = await open({ clock, ...(hotTierBytes !== undefined && { hotTierBytes }) })
  await opened.blockstore.putMany(await numberedBlocks(count, CHUNK_BYTES))
  return { ...opened, clock }
}

async function expectHeld(blockstore: Blockstore, blocks: readonly Block[]): Promise<void> {
  for (const { cid, bytes } of blocks) expect(same(await blockstore.get(cid), bytes)).toBe(true)
  const sizeBytes = blocks.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
  expect(await blockstore.totals()).toEqual({ blocks: blocks.length, sizeBytes })
}
