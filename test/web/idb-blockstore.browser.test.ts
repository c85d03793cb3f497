import { IDBBlockstore } from 'blockstore-idb'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Block } from '../../src/ports/blockstore.ts'
import { openWebPorts } from '../../web/host/ports.ts'
import { listed, numberedBlocks, rawBlock, sweptOnly } from '../contracts/blocks.ts'
import { freshName } from './storage-name.ts'
import { oneFile, rootOf, tabApp } from './tab-app.ts'

const MIB = 1024 * 1024
/** So much that what a database takes for itself is a small part. */
const LARGE_BYTES = 32 * MIB

describe('idbBlockstore()', () => {
  it('stores what blockstore-idb reads', async () => {
    const name = freshName()
    const { blockstore } = await openWebPorts({ name })
    const blocks = await numberedBlocks(3, 1_000)

    await blockstore.putMany(blocks)

    const library = new IDBBlockstore(`${name}/blocks`)
    await library.open()
    for (const { cid, bytes } of blocks) {
      expect(await library.has(cid)).toBe(true)
      for await (const read of library.get(cid)) expect(read).toEqual(bytes)
    }
    await library.close()
  })

  it('neither shows nor keeps bytes that a killed process left without a row', async () => {
    const name = freshName()
    const { blockstore } = await openWebPorts({ name })
    const held = await rawBlock(Uint8Array.of(1))
    const garbage = await numberedBlocks(1_100, 100)
    await blockstore.put(held.cid, held.bytes)
    const library = new IDBBlockstore(`${name}/blocks`)
    await library.open()
    for (const { cid, bytes } of garbage) await library.put(cid, bytes)

    const seen = await Promise.all(garbage.map(({ cid }) => blockstore.get(cid)))
    const removed = await blockstore.sweep()

    expect(seen.every((bytes) => bytes === undefined)).toBe(true)
    expect(removed).toEqual(sweptOnly(1_100))
    expect((await listed(blockstore)).map(({ cid }) => cid.toString())).toEqual([held.cid.toString()])
    expect(await library.has(held.cid)).toBe(true)
    expect(await Promise.all(garbage.map(({ cid }) => library.has(cid)))).not.toContain(true)
    await library.close()
  })

  it('stores 32 MiB of views into one buffer once', async () => {
    const { blockstore } = await openWebPorts({ name: freshName() })
    const bytes = randomBytes(LARGE_BYTES)
    const before = await usedBytes()

    for (let at = 0; at < bytes.byteLength; at += 4 * MIB) {
      const blocks: Block[] = []
      for (let start = at; start < at + 4 * MIB; start += 262_144) {
        blocks.push(await rawBlock(bytes.subarray(start, start + 262_144)))
      }
      await blockstore.putMany(blocks)
    }

    const stored = (await usedBytes()) - before
    expect(await blockstore.totals()).toEqual({ blocks: LARGE_BYTES / 262_144, sizeBytes: LARGE_BYTES })
    expect(stored).toBeGreaterThan(0.9 * LARGE_BYTES)
    expect(stored).toBeLessThan(1.2 * LARGE_BYTES)
  })

  it('stores a file of 32 MiB that is one array once', async () => {
    const { send } = await tabApp({ name: freshName() })
    const bytes = randomBytes(LARGE_BYTES)
    const before = await usedBytes()

    const root = await rootOf(await send('/api/v0/add', { body: oneFile('large', bytes) }))

    const stored = (await usedBytes()) - before
    expect(stored).toBeGreaterThan(0.9 * LARGE_BYTES)
    expect(stored).toBeLessThan(1.2 * LARGE_BYTES)
    const read = await (await send(`/api/v0/cat?arg=${root}`)).arrayBuffer()
    expect(read.byteLength).toBe(bytes.byteLength)
  })

  it('gives way when another program deletes its databases', async () => {
    const name = freshName()
    let closed = 0
    const { blockstore, datastore } = await openWebPorts({ name, onClosed: () => (closed += 1) })
    const { cid } = await rawBlock(Uint8Array.of(1))

    await deleted(`${name}/blocks`)
    await deleted(`${name}/meta`)

    expect(closed).toBe(2)
    await expect(blockstore.get(cid)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(datastore.generation()).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('stores in a database that another program deletes while it is opened', async () => {
    const name = freshName()
    const { close } = IDBBlockstore.prototype
    const closing = vi.spyOn(IDBBlockstore.prototype, 'close').mockImplementation(async function (
      this: IDBBlockstore,
    ) {
      await close.call(this)
      await deleted(`${name}/blocks`)
    })
    onTestFinished(() => closing.mockRestore())

    const { blockstore } = await openWebPorts({ name })

    const { cid, bytes } = await rawBlock(Uint8Array.of(1))
    await blockstore.put(cid, bytes)
    expect(await blockstore.get(cid)).toEqual(bytes)
  })
})

function randomBytes(count: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(count)
  for (let at = 0; at < count; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  return bytes
}

async function usedBytes(): Promise<number> {
  return (await navigator.storage.estimate()).usage ?? 0
}

/** Rejects when the deletion is blocked by an open connection. */
function deleted(name: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const request = indexedDB.deleteDatabase(name)
  request.onsuccess = () => resolve()
  request.onblocked = () => reject(new Error(`the deletion of ${name} is blocked`))
  return promise
}
