import { describe, expect, it } from 'vitest'
import { blockKey } from '../../../src/codec/cid/cid.ts'
import { fixedClock } from '../../../src/memory/fixed-clock.ts'
import { rawBlock, sweptOnly } from '../../contracts/blocks.ts'
import type { OpenAdapters } from './adapters-worker.ts'
import { CHUNK_BYTES, evictRows, objectsIn, QUIET_MS, START_MS, same } from './drained-packs.ts'

/** What builds without packs have left. */
export function describeEarlierObjects(open: OpenAdapters): void {
  describe('packs of blocks', () => {
    it('coexist with the objects that an earlier build wrote for single blocks', async () => {
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

      expect(await blockstore.sweep()).toEqual(sweptOnly(0))
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

      expect(await blockstore.sweep()).toEqual(sweptOnly(1))

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
