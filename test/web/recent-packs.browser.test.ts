import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { equalBytes } from '../../src/codec/bytes/bytes.ts'
import type { Block, Blockstore } from '../../src/ports/blockstore.ts'
import { BLOCK_INDEX, RECENT_PACKS } from '../../web/host/indexeddb/meta-database.ts'
import { openWebPorts } from '../../web/host/ports.ts'
import { listed, numberedBlocks, sweptOnly } from '../contracts/blocks.ts'
import { countTransactions } from './count-transactions.ts'
import { freshName } from './storage-name.ts'
import { storedPacks } from './stored-packs.ts'

const BLOCK_BYTES = 8_192

describe('recent packs', () => {
  // On a busy machine, the quiet time before blocks get their rows can pass inside a test.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  it('name all of their blocks for every process, until the blocks have rows', async () => {
    const name = freshName()
    const [writer, other] = [await openWebPorts({ name }), await openWebPorts({ name })]
    const blocks = await numberedBlocks(100, BLOCK_BYTES)

    await writer.blockstore.putMany(blocks)

    expect(await counted(name)).toEqual({ rows: 0, recent: 1 })
    for (const { blockstore } of [writer, other]) {
      await expectHeld(blockstore, blocks)
      await expectHeld(blockstore, blocks.toReversed())
      expect(await blockstore.stat(cidOf(blocks, 7))).toEqual({ sizeBytes: BLOCK_BYTES })
      expect(await blockstore.has(cidOf(blocks, 99))).toBe(true)
    }
    vi.runAllTimers()
    await expect.poll(() => counted(name)).toEqual({ rows: 100, recent: 0 })
    for (const { blockstore } of [writer, other]) await expectHeld(blockstore, blocks)
    expect(await other.blockstore.sweep()).toEqual(sweptOnly(0))
  })

  it('are listed, counted and stored once', async () => {
    const name = freshName()
    const [writer, other] = [await openWebPorts({ name }), await openWebPorts({ name })]
    const blocks = await numberedBlocks(64, BLOCK_BYTES)
    await writer.blockstore.putMany(blocks)

    await other.blockstore.putMany(blocks.slice(0, 40))

    expect((await storedPacks(name)).blobs).toHaveLength(1)
    expect(await listed(other.blockstore)).toHaveLength(64)
    expect(await other.blockstore.totals()).toEqual({ blocks: 64, sizeBytes: 64 * BLOCK_BYTES })
  })

  it('lose a block that any process removes, and nothing else', async () => {
    const name = freshName()
    const [writer, other] = [await openWebPorts({ name }), await openWebPorts({ name })]
    const blocks = await numberedBlocks(64, BLOCK_BYTES)
    await writer.blockstore.putMany(blocks)
    await expectHeld(writer.blockstore, blocks)

    await other.blockstore.delete(cidOf(blocks, 5))

    for (const { blockstore } of [writer, other]) {
      expect(await blockstore.get(cidOf(blocks, 5))).toBeUndefined()
      expect(await blockstore.has(cidOf(blocks, 5))).toBe(false)
      await expectHeld(blockstore, blocks.toSpliced(5, 1))
    }
    for (const { cid } of blocks) await writer.blockstore.delete(cid)
    expect((await storedPacks(name)).blobs).toEqual([])
    expect(await other.blockstore.totals()).toEqual({ blocks: 0, sizeBytes: 0 })
  })

  it('count a block once that two processes store at the same time', async () => {
    const name = freshName()
    const processes = [await openWebPorts({ name }), await openWebPorts({ name })]
    const blocks = await numberedBlocks(64, BLOCK_BYTES)

    await Promise.all(processes.map(({ blockstore }) => blockstore.putMany(blocks)))

    for (const { blockstore } of processes) {
      expect(await blockstore.totals()).toEqual({ blocks: 64, sizeBytes: 64 * BLOCK_BYTES })
      await expectHeld(blockstore, blocks)
      await blockstore.sweep()
      await expectHeld(blockstore, blocks)
    }
    expect((await storedPacks(name)).blobs).toHaveLength(1)
  })

  it('are sixteen at most: the blocks of another one get rows at once', async () => {
    const name = freshName()
    const { blockstore } = await openWebPorts({ name })
    const blocks = await numberedBlocks(17 * 32, BLOCK_BYTES)

    for (let at = 0; at < blocks.length; at += 32) await blockstore.putMany(blocks.slice(at, at + 32))

    expect(await counted(name)).toEqual({ rows: 32, recent: 16 })
    await expectHeld(blockstore, blocks)
  })

  it('take a few requests in place of one for each block', async () => {
    const { blockstore } = await openWebPorts({ name: freshName() })
    const { add } = IDBObjectStore.prototype
    let added = 0
    IDBObjectStore.prototype.add = function (...options) {
      added += 1
      return add.apply(this, options)
    }
    try {
      const blocks = await numberedBlocks(200, BLOCK_BYTES)
      const { transactions } = await countTransactions(() => blockstore.putMany(blocks))
      expect(transactions).toBeLessThan(6)
      expect(added).toBeLessThan(6)
    } finally {
      IDBObjectStore.prototype.add = add
    }
  })
})

/** Rows of the index, and recent packs. */
async function counted(name: string): Promise<{ readonly rows: number; readonly recent: number }> {
  const database = await answer(indexedDB.open(`${name}/meta`))
  const transaction = database.transaction([BLOCK_INDEX, RECENT_PACKS])
  const count = (store: string) => answer(transaction.objectStore(store).count())
  const [rows, recent] = await Promise.all([count(BLOCK_INDEX), count(RECENT_PACKS)])
  database.close()
  return { rows, recent }
}

async function expectHeld(blockstore: Blockstore, blocks: readonly Block[]): Promise<void> {
  for (const { cid, bytes } of blocks) {
    const held = await blockstore.get(cid)
    expect(held !== undefined && equalBytes(held, bytes)).toBe(true)
  }
}

function cidOf(blocks: readonly Block[], at: number) {
  const block = blocks[at]
  if (!block) throw new Error(`no block ${at}`)
  return block.cid
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
