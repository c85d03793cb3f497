import { IDBBlockstore } from 'blockstore-idb'
import { describe, expect, it } from 'vitest'
import { equalBytes } from '../../src/codec/bytes/bytes.ts'
import { blockKey } from '../../src/codec/cid/cid.ts'
import type { Block } from '../../src/ports/blockstore.ts'
import { BLOCK_INDEX, COUNTERS, ENTRIES, PACK_USAGE, PACKS } from '../../web/host/indexeddb/meta-database.ts'
import { openWebPorts } from '../../web/host/ports.ts'
import { numberedBlocks, rawBlock, sweptOnly } from '../contracts/blocks.ts'
import { countTransactions } from './count-transactions.ts'
import { freshName } from './storage-name.ts'

const BLOCK_BYTES = 65_536

describe('idbPacks()', () => {
  it('leaves what was stored before there were packs where it is', async () => {
    const name = freshName()
    const { cid, bytes } = await rawBlock(new Uint8Array(BLOCK_BYTES).fill(7))
    const library = new IDBBlockstore(`${name}/blocks`)
    await library.open()
    await library.put(cid, bytes)
    const [key] = await keysIn(`${name}/blocks`, `${name}/blocks`)
    await library.close()
    await inDatabase(name, { version: 1, stores: [ENTRIES, BLOCK_INDEX, COUNTERS] }, (transaction) => {
      transaction.objectStore(BLOCK_INDEX).put(BLOCK_BYTES, key)
      transaction.objectStore(COUNTERS).put({ blocks: 1, sizeBytes: BLOCK_BYTES }, 'block-totals')
    })

    const { blockstore } = await openWebPorts({ name })
    const more = await numberedBlocks(3, BLOCK_BYTES)
    await blockstore.putMany([{ cid, bytes }, ...more])

    expect(await blockstore.get(cid)).toEqual(bytes)
    expect(await blockstore.totals()).toEqual({ blocks: 4, sizeBytes: 4 * BLOCK_BYTES })
    expect(await packSizes(name)).toEqual([packBytes(3)])
    await blockstore.delete(cid)
    expect(await blockstore.get(cid)).toBeUndefined()
    await expectHeld(blockstore, more)
  })

  it.each([
    ['as they are', 20],
    ['as none', 0],
  ])('stores no held block again where the totals count blocks %s', async (_, blocks) => {
    const name = freshName()
    const { blockstore } = await openWebPorts({ name })
    const held = await numberedBlocks(20, BLOCK_BYTES)
    await blockstore.putMany(held)
    await inDatabase(name, { stores: [COUNTERS] }, (transaction) => {
      transaction.objectStore(COUNTERS).put({ blocks, sizeBytes: blocks * BLOCK_BYTES }, 'block-totals')
    })
    const before = await packSizes(name)

    for (const count of [2, 20]) await blockstore.putMany(held.slice(0, count))

    expect(await packSizes(name)).toEqual(before)
    await expectHeld(blockstore, held)
  })

  it('reads blocks of several packs in any order', async () => {
    const name = freshName()
    const { blockstore } = await openWebPorts({ name })
    const blocks = await numberedBlocks(150, BLOCK_BYTES)

    await blockstore.putMany(blocks)

    expect(await packSizes(name)).toHaveLength(3)
    await expectHeld(blockstore, blocks)
    await expectHeld(blockstore, blocks.toReversed())
    const apart = await Promise.all([0, 149, 3, 70, 71].map((at) => blockstore.get(cidOf(blocks, at))))
    expect(apart.map((bytes) => bytes && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0))).toEqual([
      0, 149, 3, 70, 71,
    ])
  })

  it('removes at once what is deleted at once, wherever it is stored', async () => {
    const name = freshName()
    const { blockstore } = await openWebPorts({ name })
    const packed = await numberedBlocks(70, BLOCK_BYTES)
    const singles = await numberedBlocks(20, 100)
    await blockstore.putMany(packed)
    await blockstore.putMany(singles)
    const stays = packed.slice(-1)
    const going = [...packed.slice(0, -1), ...singles]

    const { transactions } = await countTransactions(() =>
      Promise.all(going.map(({ cid }) => blockstore.delete(cid))),
    )

    expect(transactions).toBeLessThan(20)
    expect(await blockstore.totals()).toEqual({ blocks: 1, sizeBytes: BLOCK_BYTES })
    await expectHeld(blockstore, stays)
    for (const { cid } of going) expect(await blockstore.has(cid)).toBe(false)
    await blockstore.compact()
    expect(await packSizes(name)).toEqual([packBytes(1)])
    expect(await keysIn(`${name}/blocks`, `${name}/blocks`)).toEqual([])
  })

  it('merges packs of which half is left when it is compacted, and removes one with its last block', async () => {
    const name = freshName()
    const { blockstore } = await openWebPorts({ name })
    const blocks = await numberedBlocks(32, BLOCK_BYTES)
    const rest = blocks.filter((_, at) => at % 2 === 0)
    await blockstore.putMany(blocks.slice(0, 16))
    await blockstore.putMany(blocks.slice(16))

    for (const block of blocks) if (!rest.includes(block)) await blockstore.delete(block.cid)

    await blockstore.compact()
    expect(await packSizes(name)).toEqual([packBytes(16)])
    await expectHeld(blockstore, rest)
    for (const { cid } of rest) await blockstore.delete(cid)
    expect(await packSizes(name)).toEqual([])
    expect(await blockstore.totals()).toEqual({ blocks: 0, sizeBytes: 0 })
    expect(await blockstore.sweep()).toEqual(sweptOnly(0))
  })

  it('reads what another process leaves, and nothing that it removes, after both have read the pack', async () => {
    const name = freshName()
    const [reader, writer] = [await openWebPorts({ name }), await openWebPorts({ name })]
    const blocks = await numberedBlocks(16, BLOCK_BYTES)
    const rest = blocks.slice(13)
    await writer.blockstore.putMany(blocks)
    await expectHeld(reader.blockstore, blocks)
    await expectHeld(reader.blockstore, rest)

    for (const { cid } of blocks.slice(0, 13)) {
      await writer.blockstore.delete(cid)
      expect(await reader.blockstore.get(cid)).toBeUndefined()
      await expectHeld(reader.blockstore, rest)
    }

    await writer.blockstore.putMany(blocks)
    await expectHeld(reader.blockstore, blocks)
  })

  it('opens what a build without tables wrote, and loses nothing', async () => {
    const name = freshName()
    const blocks = await numberedBlocks(16, BLOCK_BYTES)
    await writeEarlierPack(name, blocks)

    const { blockstore } = await openWebPorts({ name })

    await expectHeld(blockstore, blocks)
    await expectHeld(blockstore, blocks.toReversed())
    expect(await blockstore.sweep()).toEqual(sweptOnly(0))
    for (const { cid } of blocks.slice(3)) await blockstore.delete(cid)
    await expectHeld(blockstore, blocks.slice(0, 3))
    await blockstore.compact()
    expect(await packSizes(name)).toEqual([packBytes(3)])
  })

  it('indexes what a build without tables wrote again when its rows are lost', async () => {
    const name = freshName()
    const blocks = await numberedBlocks(16, BLOCK_BYTES)
    await writeEarlierPack(name, blocks)
    const { blockstore } = await openWebPorts({ name })
    await loseRows(name)

    expect(await blockstore.sweep()).toEqual({ removedBlocks: 0, indexedBlocks: 16, unreadable: [] })

    await expectHeld(blockstore, blocks)
  })

  it('indexes packs again when their rows are lost, each block once it is found right', async () => {
    const name = freshName()
    const { blockstore } = await openWebPorts({ name })
    const blocks = await numberedBlocks(80, BLOCK_BYTES)
    await blockstore.putMany(blocks)
    await blockstore.delete(cidOf(blocks, 79))
    await loseRows(name)
    await flipByte(name, 5 * BLOCK_BYTES + 100)

    const { indexedBlocks, unreadable } = await blockstore.sweep()

    // The block that was removed comes back as garbage: nothing says that it was.
    expect(indexedBlocks).toBe(79)
    expect(unreadable).toEqual([expect.stringContaining(`${cidOf(blocks, 5)}`)])
    await expectHeld(blockstore, blocks.toSpliced(5, 1))
    expect(await blockstore.get(cidOf(blocks, 5))).toBeUndefined()
    expect(await blockstore.totals()).toEqual({ blocks: 79, sizeBytes: 79 * BLOCK_BYTES })
    for (const { cid } of blocks) await blockstore.delete(cid)
    expect(await packSizes(name)).toEqual([])
  })

  it('holds what it reads within the write budget, and gives it back to a writer', async () => {
    const { blockstore, writeBudget } = await openWebPorts({ name: freshName() })
    const blocks = await numberedBlocks(150, BLOCK_BYTES)
    await blockstore.putMany(blocks)
    for (const { cid } of blocks.slice(0, 10)) await blockstore.get(cid)

    expect(writeBudget?.tryTake(48 * 1024 * 1024)).toBeUndefined()
    const giveBack = await writeBudget?.take(48 * 1024 * 1024)
    await expectHeld(blockstore, blocks)
    giveBack?.()

    for (const { cid } of blocks.slice(0, 60)) await blockstore.delete(cid)
    expect(writeBudget?.tryTake(48 * 1024 * 1024)).toBeDefined()
  })

  it('keeps a pack of which little is left while the write budget has no room, and merges it by a later repo/fsck', async () => {
    const name = freshName()
    const { blockstore, writeBudget } = await openWebPorts({ name })
    const blocks = await numberedBlocks(16, BLOCK_BYTES)
    await blockstore.putMany(blocks)

    const giveBack = await writeBudget?.take(48 * 1024 * 1024)
    for (const { cid } of blocks.slice(2)) await blockstore.delete(cid)
    expect(await blockstore.sweep()).toEqual(sweptOnly(0))
    const whileFull = await packSizes(name)
    giveBack?.()
    expect(await blockstore.sweep()).toEqual(sweptOnly(0))

    expect(whileFull).toEqual([packBytes(16)])
    expect(await packSizes(name)).toEqual([packBytes(2)])
    await expectHeld(blockstore, blocks.slice(0, 2))
  })

  it('keeps a pack whose table is lost when it is compacted, and its blocks', async () => {
    const name = freshName()
    const blocks = await numberedBlocks(8, BLOCK_BYTES)
    await (await openWebPorts({ name })).blockstore.putMany(blocks)
    await changePack(name, loseTable)
    const { blockstore } = await openWebPorts({ name })
    for (const { cid } of blocks.slice(0, 3)) await blockstore.delete(cid)

    await blockstore.compact()

    expect(await packSizes(name)).toEqual([packBytes(8)])
    await expectHeld((await openWebPorts({ name })).blockstore, blocks.slice(3))
  })

  it('keeps a pack whose table and counter are lost by repo/fsck while rows name it', async () => {
    const name = freshName()
    const blocks = await numberedBlocks(8, BLOCK_BYTES)
    await (await openWebPorts({ name })).blockstore.putMany(blocks)
    await changePack(name, loseTable)
    await inDatabase(name, {}, (transaction) => transaction.objectStore(PACK_USAGE).clear())
    const { blockstore } = await openWebPorts({ name })

    expect(await blockstore.sweep()).toEqual(sweptOnly(0))

    await expectHeld(blockstore, blocks)
  })

  it('names a pack by the rows of its blocks when the pack that they name is gone', async () => {
    const name = freshName()
    const blocks = await numberedBlocks(8, BLOCK_BYTES)
    const { blockstore } = await openWebPorts({ name })
    await blockstore.putMany(blocks)
    await movePack(name, 7)

    expect(await blockstore.sweep()).toEqual({ removedBlocks: 0, indexedBlocks: 8, unreadable: [] })

    await expectHeld(blockstore, blocks)
    expect(await blockstore.totals()).toEqual({ blocks: 8, sizeBytes: 8 * BLOCK_BYTES })
    for (const { cid } of blocks) await blockstore.delete(cid)
    expect(await packSizes(name)).toEqual([])
  })

  it('neither shows nor keeps a pack that a killed process left without a row', async () => {
    const name = freshName()
    const { blockstore } = await openWebPorts({ name })
    const blocks = await numberedBlocks(3, BLOCK_BYTES)
    await blockstore.putMany(blocks)
    const record = { bytes: new Blob([new Uint8Array(2)]), keys: ['/A', '/B'], sizes: [1, 1] }
    await inDatabase(name, {}, (transaction) => transaction.objectStore(PACKS).add(record))

    const removed = await blockstore.sweep()

    expect(removed).toEqual(sweptOnly(2))
    expect(await packSizes(name)).toEqual([packBytes(3)])
    expect(await blockstore.totals()).toEqual({ blocks: 3, sizeBytes: 3 * BLOCK_BYTES })
    await expectHeld(blockstore, blocks)
  })
})

/** What a pack of so many blocks takes: their bytes, and a table with 44 bytes for each sha2-256 and 16 at its end. */
function packBytes(count: number): number {
  return count * (BLOCK_BYTES + 44) + 16
}

/** Writes blocks as the last build did that wrote packs without tables. */
async function writeEarlierPack(name: string, blocks: readonly Block[]): Promise<void> {
  const keys = blocks.map(({ cid }) => `/${blockKey(cid).toUpperCase()}`)
  await inDatabase(name, { version: 3 }, (transaction) => {
    const record = {
      bytes: new Blob(blocks.map(({ bytes }) => new Uint8Array(bytes))),
      keys,
      sizes: blocks.map(({ bytes }) => bytes.byteLength),
    }
    transaction.objectStore(PACKS).put(record, 1)
    for (const [at, key] of keys.entries()) {
      transaction.objectStore(BLOCK_INDEX).put([BLOCK_BYTES, 1, at * BLOCK_BYTES], key)
    }
    const sizeBytes = blocks.length * BLOCK_BYTES
    transaction.objectStore(PACK_USAGE).put({ sizeBytes, usedBytes: sizeBytes }, 1)
    transaction.objectStore(COUNTERS).put({ blocks: blocks.length, sizeBytes }, 'block-totals')
  })
}

/** The index is gone, as after a damage of the database. */
async function loseRows(name: string): Promise<void> {
  await inDatabase(name, {}, (transaction) => {
    transaction.objectStore(BLOCK_INDEX).clear()
    transaction.objectStore(PACK_USAGE).clear()
    transaction.objectStore(COUNTERS).delete('block-totals')
  })
}

/** Changes one byte of the first pack. */
async function flipByte(name: string, at: number): Promise<void> {
  await changePack(name, (bytes) => {
    bytes[at] = (bytes[at] ?? 0) ^ 1
  })
}

/** Damages the end of a pack, as a power cut does. */
const loseTable = (bytes: Uint8Array) => bytes.fill(0, -16)

/** The first pack has another number than the rows of its blocks name, as one that was written anew. */
async function movePack(name: string, pack: number): Promise<void> {
  await inDatabase(name, {}, (transaction) => {
    const packs = transaction.objectStore(PACKS)
    const first = packs.get(1)
    first.onsuccess = () => {
      packs.put(first.result, pack)
      packs.delete(1)
    }
  })
}

async function changePack(name: string, change: (bytes: Uint8Array) => void): Promise<void> {
  const database = await answer(indexedDB.open(`${name}/meta`))
  const first: IDBRequest<{ bytes: Blob }> = database.transaction(PACKS).objectStore(PACKS).get(1)
  const bytes = new Uint8Array(await (await answer(first)).bytes.arrayBuffer())
  database.close()
  change(bytes)
  await inDatabase(name, {}, (transaction) =>
    transaction.objectStore(PACKS).put({ bytes: new Blob([bytes]) }, 1),
  )
}

type Store = Awaited<ReturnType<typeof openWebPorts>>['blockstore']

async function expectHeld(blockstore: Store, blocks: readonly Block[]): Promise<void> {
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

interface Opening {
  readonly version?: number
  readonly stores?: readonly string[]
}

/** Works in the meta database behind the store's back, in one transaction over all of it. */
async function inDatabase(
  name: string,
  { version, stores = [ENTRIES, BLOCK_INDEX, COUNTERS, PACKS, PACK_USAGE] }: Opening,
  work: (transaction: IDBTransaction) => void,
): Promise<void> {
  const request = indexedDB.open(`${name}/meta`, version)
  request.onupgradeneeded = () => {
    for (const store of stores) request.result.createObjectStore(store, { autoIncrement: store === PACKS })
  }
  const database = await answer(request)
  const transaction = database.transaction(stores, 'readwrite')
  work(transaction)
  await new Promise((resolve) => transaction.addEventListener('complete', resolve))
  database.close()
}

async function packSizes(name: string): Promise<number[]> {
  const database = await answer(indexedDB.open(`${name}/meta`))
  const packs: IDBRequest<{ bytes: Blob }[]> = database.transaction(PACKS).objectStore(PACKS).getAll()
  const sizes = (await answer(packs)).map(({ bytes }) => bytes.size)
  database.close()
  return sizes
}

async function keysIn(name: string, store: string): Promise<string[]> {
  const database = await answer(indexedDB.open(name))
  const keys = await answer(database.transaction(store).objectStore(store).getAllKeys())
  database.close()
  return keys.map(String)
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
