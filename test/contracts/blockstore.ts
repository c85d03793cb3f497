import { CID } from 'multiformats/cid'
import { describe, expect, it } from 'vitest'
import { cborBlock } from '../../src/blocks/cbor-block.ts'
import { blockKey, DAG_PB_CODEC, RAW_CODEC } from '../../src/codec/cid/cid.ts'
import type { Blockstore } from '../../src/ports/blockstore.ts'
import { abortedSignal, listed, nextTurn, numberedBlocks, rawBlock, sweptOnly } from './blocks.ts'

/** More than one page of the stores that list by pages of 1,000. */
const MORE_THAN_A_PAGE = 1_100
/** The largest block that peers exchange. */
const LARGEST_BLOCK_BYTES = 2 * 1024 * 1024
const TEXT = new TextEncoder()

/** Around the ends of pages of 1,000 and 1,024, and a few of the others: a store can take milliseconds to delete a block. */
const isDeletedAt = (place: number): boolean => Math.abs(place - 1_012) <= 15 || place % 50 === 0
const DELETED = Array.from({ length: MORE_THAN_A_PAGE }, (_, at) => at + 1).filter(isDeletedAt).length

/** The behaviour every {@link Blockstore} must show. Call once per adapter and host; `open` gives an empty store. */
export function blockstoreContract(name: string, open: () => Promise<Blockstore>): void {
  describe(`Blockstore contract: ${name}`, () => {
    it('knows nothing of a block that it does not hold', async () => {
      const store = await open()
      const { cid } = await rawBlock(TEXT.encode('absent'))

      expect(await store.get(cid)).toBeUndefined()
      expect(await store.has(cid)).toBe(false)
      expect(await store.stat(cid)).toBeUndefined()
      expect(await listed(store)).toEqual([])
      expect(await store.totals()).toEqual({ blocks: 0, sizeBytes: 0 })
    })

    for (const sizeBytes of [0, 1, 16_383, 16_384, 262_144, LARGEST_BLOCK_BYTES]) {
      it(`gives back a block of ${sizeBytes} bytes`, async () => {
        const store = await open()
        const { cid, bytes } = await rawBlock(new Uint8Array(sizeBytes).fill(7))

        await store.put(cid, bytes)

        expect(equal(await store.get(cid), bytes)).toBe(true)
        expect(await store.has(cid)).toBe(true)
        expect(await store.stat(cid)).toEqual({ sizeBytes })
      })
    }

    for (const sizeBytes of [100, 20_000]) {
      it(`keeps a compact copy of a view of ${sizeBytes} bytes, whatever becomes of its buffer`, async () => {
        const store = await open()
        const buffer = new Uint8Array(1024 * 1024).fill(1)
        const view = buffer.subarray(5_000, 5_000 + sizeBytes)
        const { cid } = await rawBlock(view)

        await store.put(cid, view)
        buffer.fill(2)
        const first = await store.get(cid)
        first?.fill(3)
        const second = await store.get(cid)

        expect(equal(second, new Uint8Array(sizeBytes).fill(1))).toBe(true)
        expect(second?.buffer.byteLength).toBe(sizeBytes)
      })
    }

    it('meets every CID of the same multihash', async () => {
      const store = await open()
      const { cid, bytes } = await rawBlock(TEXT.encode('one block, three names'))
      const aliases = [
        CID.createV0(cid.multihash as CID<unknown, 112, 18, 0>['multihash']),
        CID.createV1(DAG_PB_CODEC, cid.multihash),
        cid,
      ]

      await store.put(CID.createV1(DAG_PB_CODEC, cid.multihash), bytes)

      for (const alias of aliases) {
        expect(equal(await store.get(alias), bytes)).toBe(true)
        expect(await store.stat(alias)).toEqual({ sizeBytes: bytes.byteLength })
      }
      const [only, ...others] = await listed(store)
      expect(only?.cid.equals(CID.createV1(RAW_CODEC, cid.multihash))).toBe(true)
      expect(others).toEqual([])
    })

    it('changes nothing when it is given a held block again', async () => {
      const store = await open()
      const small = await rawBlock(TEXT.encode('small'))
      const large = await rawBlock(new Uint8Array(300_000).fill(9))

      await store.put(small.cid, small.bytes)
      await store.put(large.cid, large.bytes)
      await store.putMany([small, large, small, large])

      expect(await store.totals()).toEqual({ blocks: 2, sizeBytes: 300_005 })
      expect((await listed(store)).length).toBe(2)
      expect(equal(await store.get(large.cid), large.bytes)).toBe(true)
    })

    it('tells of the large blocks that it did not hold, and of no block that it held', async () => {
      const store = await open()
      const [small, held] = [
        await rawBlock(TEXT.encode('small')),
        await rawBlock(new Uint8Array(50_000).fill(8)),
      ]
      const added = await numberedBlocks(3, 50_000)
      await store.putMany([small, held])
      const told: string[] = []

      await store.putMany([small, held, ...added], {
        onAdded: (cids) => told.push(...cids.map(blockKey)),
      })

      expect(told.toSorted()).toEqual(added.map(({ cid }) => blockKey(cid)).toSorted())
    })

    it('tells of the small nodes that it did not hold, alone and among large blocks', async () => {
      const store = await open()
      const [held, alone, among] = await Promise.all([1, 2, 3].map(cborBlock))
      const large = await numberedBlocks(3, 50_000)
      const told: string[] = []
      const onAdded = (cids: readonly CID[]) => void told.push(...cids.map(blockKey))
      if (!held || !alone || !among) throw new Error('no nodes')
      await store.putMany([held])

      await store.putMany([held, alone], { onAdded })
      await store.putMany([alone, among, ...large], { onAdded })

      expect(told.toSorted()).toEqual([alone, among, ...large].map(({ cid }) => blockKey(cid)).toSorted())
    })

    for (const [before, after] of [
      [100, 100],
      [100, 50_000],
      [50_000, 50_000],
      [50_000, 100],
      [LARGEST_BLOCK_BYTES, LARGEST_BLOCK_BYTES],
    ] as const) {
      it(`replaces ${before} bytes of a held block by ${after}`, async () => {
        const store = await open()
        const { cid, bytes } = await rawBlock(new Uint8Array(after).fill(5))
        const others = await numberedBlocks(3, 50_000)
        await store.putMany([{ cid, bytes: new Uint8Array(before).fill(6) }, ...others])

        await store.replace(cid, bytes)

        expect(equal(await store.get(cid), bytes)).toBe(true)
        expect(await store.stat(cid)).toEqual({ sizeBytes: after })
        expect(await store.totals()).toEqual({ blocks: 4, sizeBytes: 150_000 + after })
        for (const copy of await copiesOf(store, cid)) expect(equal(copy, bytes)).toBe(true)
        for (const other of others) expect(equal(await store.get(other.cid), other.bytes)).toBe(true)
        await store.sweep()
        expect(equal(await store.get(cid), bytes)).toBe(true)
        await store.delete(cid)
        expect(await store.has(cid)).toBe(false)
      })
    }

    it('stores a block that it does not hold by replacing it', async () => {
      const store = await open()
      const { cid, bytes } = await rawBlock(TEXT.encode('new'))

      await store.replace(cid, bytes)

      expect(equal(await store.get(cid), bytes)).toBe(true)
      expect(await store.totals()).toEqual({ blocks: 1, sizeBytes: 3 })
    })

    it('gives at least one copy of what it holds, and none of anything else', async () => {
      const store = await open()
      const [small, large] = [await rawBlock(TEXT.encode('small')), await rawBlock(new Uint8Array(50_000))]
      await store.putMany([small, large])

      for (const { cid, bytes } of [small, large]) {
        const copies = await copiesOf(store, cid)
        expect(copies.length > 0).toBe(true)
        for (const copy of copies) expect(equal(copy, bytes)).toBe(true)
      }
      expect(await copiesOf(store, (await rawBlock(TEXT.encode('absent'))).cid)).toEqual([])
    })

    it('takes an empty putMany()', async () => {
      const store = await open()

      await store.putMany([])

      expect(await store.totals()).toEqual({ blocks: 0, sizeBytes: 0 })
    })

    it('shows the blocks of one putMany() together', async () => {
      const store = await open()
      const blocks = [...(await numberedBlocks(20, 20_000)), ...(await numberedBlocks(20))]
      const seen = new Set<number>()
      let done = false

      const writing = store.putMany(blocks).finally(() => {
        done = true
      })
      while (!done) {
        seen.add((await store.totals()).blocks)
        await nextTurn()
      }
      await writing

      seen.delete(0)
      seen.delete(blocks.length)
      expect([...seen]).toEqual([])
      expect((await store.totals()).blocks).toBe(blocks.length)
    })

    it('lists more than a page, each block once, in the order of their keys', async () => {
      const store = await open()
      const blocks = await numberedBlocks(MORE_THAN_A_PAGE)

      await store.putMany(blocks)
      const found = await listed(store)

      const expected = blocks.map(({ cid }) => blockKey(cid)).sort()
      expect(found.map(({ cid }) => blockKey(cid))).toEqual(expected)
      expect(found.every(({ cid, sizeBytes }) => cid.code === RAW_CODEC && sizeBytes === 16)).toBe(true)
      expect(await store.totals()).toEqual({ blocks: MORE_THAN_A_PAGE, sizeBytes: MORE_THAN_A_PAGE * 16 })
    })

    it('lists to the end while the reader deletes what it is shown', async () => {
      const store = await open()
      await store.putMany(await numberedBlocks(MORE_THAN_A_PAGE))
      let shown = 0

      for await (const { cid } of store.list()) {
        shown += 1
        if (isDeletedAt(shown)) await store.delete(cid)
      }

      expect(shown).toBe(MORE_THAN_A_PAGE)
      expect((await store.totals()).blocks).toBe(MORE_THAN_A_PAGE - DELETED)
    })

    it('lets the reader of a list stop early', async () => {
      const store = await open()
      const blocks = await numberedBlocks(10)
      await store.putMany(blocks)

      for await (const { cid } of store.list()) {
        await store.delete(cid)
        break
      }

      expect((await listed(store)).length).toBe(9)
    })

    it('does not find a deleted block, and accepts the deletion of an absent one', async () => {
      const store = await open()
      const [small, large] = [await rawBlock(TEXT.encode('small')), await rawBlock(new Uint8Array(50_000))]
      await store.putMany([small, large])

      for (const { cid } of [small, large, large]) {
        await store.delete(cid)
        expect(await store.get(cid)).toBeUndefined()
        expect(await store.has(cid)).toBe(false)
      }

      expect(await store.totals()).toEqual({ blocks: 0, sizeBytes: 0 })
      await store.put(large.cid, large.bytes)
      expect(equal(await store.get(large.cid), large.bytes)).toBe(true)
    })

    it('compacts nothing away that it holds', async () => {
      const store = await open()
      const blocks = await numberedBlocks(20, 40_000)
      await store.putMany(blocks)
      for (const { cid } of blocks.slice(0, 10)) await store.delete(cid)

      await store.compact()

      for (const { cid, bytes } of blocks.slice(10)) expect(equal(await store.get(cid), bytes)).toBe(true)
      expect(await store.totals()).toEqual({ blocks: 10, sizeBytes: 10 * 40_000 })
    })

    it('sweeps nothing that it holds', async () => {
      const store = await open()
      const blocks = [...(await numberedBlocks(3)), ...(await numberedBlocks(3, 20_000))]
      await store.putMany(blocks)

      expect(await store.sweep()).toEqual(sweptOnly(0))

      for (const { cid, bytes } of blocks) expect(equal(await store.get(cid), bytes)).toBe(true)
    })

    it('sweeps nothing that is being put', async () => {
      const store = await open()
      const batches = await Promise.all(
        Array.from({ length: 8 }, (_, at) =>
          Promise.all([3, 20_000, 70_000].map((size) => rawBlock(new Uint8Array(size).fill(at + 1)))),
        ),
      )
      let isPutting = true
      const sweeping = (async () => {
        const reports = []
        while (isPutting) {
          reports.push(await store.sweep())
          await nextTurn()
        }
        return reports
      })()

      await Promise.all(
        batches.map(async (blocks, at) => {
          for (let turns = 0; turns < 3 * at; turns += 1) await nextTurn()
          await store.putMany(blocks)
        }),
      )
      isPutting = false

      for (const report of await sweeping) expect(report).toEqual(sweptOnly(0))
      for (const { cid, bytes } of batches.flat()) expect(equal(await store.get(cid), bytes)).toBe(true)
    })

    it('rejects with the reason of a signal that is aborted already, and changes nothing', async () => {
      const store = await open()
      const [held, other] = [await rawBlock(TEXT.encode('held')), await rawBlock(TEXT.encode('other'))]
      await store.put(held.cid, held.bytes)
      const { signal, reason } = abortedSignal()

      await expect(store.get(held.cid, { signal })).rejects.toBe(reason)
      await expect(store.has(held.cid, { signal })).rejects.toBe(reason)
      await expect(store.stat(held.cid, { signal })).rejects.toBe(reason)
      await expect(store.totals({ signal })).rejects.toBe(reason)
      await expect(store.sweep({ signal })).rejects.toBe(reason)
      await expect(store.compact({ signal })).rejects.toBe(reason)
      await expect(store.put(other.cid, other.bytes, { signal })).rejects.toBe(reason)
      await expect(store.putMany([other], { signal })).rejects.toBe(reason)
      await expect(store.replace(held.cid, other.bytes, { signal })).rejects.toBe(reason)
      await expect(store.copies(held.cid, { signal })[Symbol.asyncIterator]().next()).rejects.toBe(reason)
      await expect(store.delete(held.cid, { signal })).rejects.toBe(reason)
      await expect(store.list({ signal })[Symbol.asyncIterator]().next()).rejects.toBe(reason)

      expect((await listed(store)).map(({ cid }) => cid.toString())).toEqual([held.cid.toString()])
    })

    it('shows all blocks or none of an aborted putMany(), and accepts them afterwards', async () => {
      const store = await open()
      const blocks = await numberedBlocks(30, 20_000)
      const controller = new AbortController()
      const reason = new Error('the caller has left')

      const writing = store.putMany(blocks, { signal: controller.signal }).then(
        () => undefined,
        (error: unknown) => error,
      )
      await nextTurn()
      controller.abort(reason)
      const failure = await writing

      expect([reason, undefined].includes(failure as Error | undefined)).toBe(true)
      expect([0, blocks.length].includes((await store.totals()).blocks)).toBe(true)
      await store.putMany(blocks)
      expect((await listed(store)).length).toBe(blocks.length)
    })

    it('ends a list with the reason when it is aborted between two blocks', async () => {
      const store = await open()
      await store.putMany(await numberedBlocks(10))
      const controller = new AbortController()
      const reason = new Error('the caller has left')

      const blocks = store.list({ signal: controller.signal })[Symbol.asyncIterator]()
      await blocks.next()
      controller.abort(reason)

      await expect(blocks.next()).rejects.toBe(reason)
      expect((await listed(store)).length).toBe(10)
    })
  })
}

async function copiesOf(store: Blockstore, cid: CID): Promise<Uint8Array[]> {
  const copies: Uint8Array[] = []
  for await (const copy of store.copies(cid)) copies.push(copy)
  return copies
}

/** Compared by hand: a matcher that prints two differing megabytes would never come back. */
function equal(a: Uint8Array | undefined, b: Uint8Array): boolean {
  if (a?.byteLength !== b.byteLength) return false
  for (let at = 0; at < b.byteLength; at += 1) if (a[at] !== b[at]) return false
  return true
}
