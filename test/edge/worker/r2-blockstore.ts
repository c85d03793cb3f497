import { describe, expect, it } from 'vitest'
import { blockKey } from '../../../src/codec/cid/cid.ts'
import { listed, numberedBlocks, rawBlock, sweptOnly } from '../../contracts/blocks.ts'
import type { OpenAdapters } from './adapters-worker.ts'
import { pagedBucket } from './paged-bucket.ts'

const LARGE_BYTES = 20_000

/** What the contract cannot see: where bytes are stored, what is in flight, and what a lost process leaves behind. */
export function describeR2Blockstore(open: () => ReturnType<OpenAdapters>): void {
  describe('r2Blockstore() without a hot tier', () => {
    it('keeps blocks under 16 KiB in their rows and gives larger ones an object each', async () => {
      const { blockstore, bucket } = await open()
      const inline = await rawBlock(new Uint8Array(16_383))
      const large = await rawBlock(new Uint8Array(16_384))

      await blockstore.putMany([inline, large])

      const { objects } = await bucket.list()
      expect(objects.map(({ key, size }) => ({ key, size }))).toEqual([
        { key: `b/${blockKey(large.cid)}`, size: 16_384 },
      ])
    })

    it('has at most six storage operations in flight for all callers together, and none left afterwards', async () => {
      const { blockstore, activity } = await open()
      const blocks = await numberedBlocks(40, LARGE_BYTES)

      await Promise.all([
        blockstore.putMany(blocks.slice(0, 20)),
        ...blocks.slice(20).map(({ cid, bytes }) => blockstore.put(cid, bytes)),
      ])
      await Promise.all([...blocks.map(({ cid }) => blockstore.get(cid)), blockstore.sweep()])

      const readings = activity.readings()
      expect(readings['storage-operations']).toEqual({ now: 0, peak: 6 })
      expect(readings['bytes-in-flight'].now).toBe(0)
      expect(readings['bytes-in-flight'].peak <= 6 * LARGE_BYTES).toBe(true)
    })

    it('writes the object of a held block only once', async () => {
      const { blockstore, bucket } = await open()
      const { cid, bytes } = await rawBlock(new Uint8Array(LARGE_BYTES))
      await blockstore.put(cid, bytes)
      const before = await bucket.head(`b/${blockKey(cid)}`)

      await blockstore.put(cid, bytes)

      expect((await bucket.head(`b/${blockKey(cid)}`))?.version).toBe(before?.version)
    })

    it('knows the size of a block in a row whose own number is damaged', async () => {
      const { blockstore, storage } = await open()
      const { cid, bytes } = await rawBlock(new Uint8Array(3_000))
      await blockstore.put(cid, bytes)

      storage.sql.exec('UPDATE blocks SET size = size + 7')

      expect(await blockstore.stat(cid)).toEqual({ sizeBytes: 3_000 })
      expect((await listed(blockstore)).map(({ sizeBytes }) => sizeBytes)).toEqual([3_000])
      await blockstore.delete(cid)
      expect(await blockstore.totals()).toEqual({ blocks: 0, sizeBytes: 0 })
    })

    it('counts again when a block with a damaged size was removed', async () => {
      const { blockstore, storage } = await open()
      const [going, stays] = await numberedBlocks(2, 20_000)
      if (!going || !stays) throw new RangeError('two blocks are needed')
      await blockstore.putMany([going, stays])
      storage.sql.exec('UPDATE blocks SET size = 2147483648, bytes = NULL WHERE mh = ?', blockKey(going.cid))

      await blockstore.delete(going.cid)

      expect(await blockstore.totals()).toEqual({ blocks: 1, sizeBytes: 20_000 })
    })

    it('keeps its totals when a block with a damaged size is replaced', async () => {
      const { blockstore, storage } = await open()
      const { cid, bytes } = await rawBlock(new Uint8Array(LARGE_BYTES))
      await blockstore.put(cid, bytes)

      storage.sql.exec('UPDATE blocks SET size = size + 1073741824')
      await blockstore.replace(cid, bytes)

      expect(await blockstore.totals()).toEqual({ blocks: 1, sizeBytes: LARGE_BYTES })
    })

    it('holds its blocks and totals when it is opened again', async () => {
      const { blockstore, reopen } = await open()
      await blockstore.putMany([...(await numberedBlocks(5)), ...(await numberedBlocks(5, LARGE_BYTES))])

      const again = reopen().blockstore

      expect(await again.totals()).toEqual({ blocks: 10, sizeBytes: 5 * 16 + 5 * LARGE_BYTES })
      for (const { cid, sizeBytes } of await listed(again)) {
        expect((await again.get(cid))?.byteLength).toBe(sizeBytes)
      }
    })

    it('sweeps more than a page of objects that no row names, and nothing else', async () => {
      const { bucket, reopen } = await open()
      const { blockstore } = reopen(pagedBucket(bucket, 10))
      const held = await numberedBlocks(3, LARGE_BYTES)
      await blockstore.putMany(held)
      const orphans = (await numberedBlocks(32, 8)).map(({ cid }) => `b/${blockKey(cid)}`)
      for (const key of orphans) await bucket.put(key, 'left by a lost process')
      await bucket.put('other/key', 'not a block')

      expect(await blockstore.sweep()).toEqual(sweptOnly(32))
      expect(await blockstore.sweep()).toEqual(sweptOnly(0))

      expect((await bucket.list()).objects.length).toBe(4)
      for (const { cid } of held) expect((await blockstore.get(cid))?.byteLength).toBe(LARGE_BYTES)
    })

    it('leaves objects without rows when a putMany() is aborted, and sweeps them', async () => {
      const { blockstore, bucket, activity } = await open()
      const blocks = await numberedBlocks(60, LARGE_BYTES)
      const controller = new AbortController()
      const reason = new Error('the caller has left')

      const writing = blockstore.putMany(blocks, { signal: controller.signal })
      while (activity.readings()['storage-operations'].now < 6) await Promise.resolve()
      controller.abort(reason)

      await expect(writing).rejects.toBe(reason)
      const left = (await bucket.list()).objects.length
      expect(left).toBe(6)
      expect(activity.readings()['storage-operations'].now).toBe(0)
      expect(await blockstore.totals()).toEqual({ blocks: 0, sizeBytes: 0 })
      expect(await blockstore.sweep()).toEqual(sweptOnly(left))
    })

    it('never loses the bytes of a block that is put, deleted and swept at once', async () => {
      const { blockstore } = await open()
      const { cid, bytes } = await rawBlock(new Uint8Array(LARGE_BYTES).fill(5))

      for (let round = 0; round < 25; round += 1) {
        await Promise.all([
          blockstore.put(cid, bytes),
          blockstore.delete(cid),
          blockstore.sweep(),
          blockstore.put(cid, bytes),
          blockstore.delete(cid),
          blockstore.put(cid, bytes),
        ])
        const held = await blockstore.has(cid)
        expect((await blockstore.get(cid))?.byteLength).toBe(held ? LARGE_BYTES : undefined)
      }
    })

    it('says that the store is corrupt when a row has lost its object', async () => {
      const { blockstore, bucket } = await open()
      const { cid, bytes } = await rawBlock(new Uint8Array(LARGE_BYTES))
      await blockstore.put(cid, bytes)

      await bucket.delete(`b/${blockKey(cid)}`)

      await expect(blockstore.get(cid)).rejects.toMatchObject({ name: 'DomainError', code: 'corrupt' })
    })
  })
}
