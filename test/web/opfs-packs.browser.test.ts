import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { equalBytes } from '../../src/codec/bytes/bytes.ts'
import type { Block, Blockstore } from '../../src/ports/blockstore.ts'
import { startPackWorker } from '../../web/host/packs/pack-worker.ts'
import { openWebPorts } from '../../web/host/ports.ts'
import { listed, numberedBlocks, rawBlock, sweptOnly } from '../contracts/blocks.ts'
import { endedWorkers } from './ended-workers.ts'
import { freshName } from './storage-name.ts'
import { packFolder, storedPacks } from './stored-packs.ts'

const BLOCK_BYTES = 65_536

/** A tab, whose worker writes files. */
const openTab = (name: string) => openWebPorts({ name, startPackWorker })
/** A service worker, or a browser without synchronous files. */
const openWorker = (name: string) => openWebPorts({ name })

describe('packs in files', () => {
  it('are written by a tab, and read and removed by every process', async () => {
    const name = freshName()
    const [tab, worker] = [await openTab(name), await openWorker(name)]
    const blocks = await numberedBlocks(150, BLOCK_BYTES)

    await tab.blockstore.putMany(blocks)

    const { blobs, files } = await storedPacks(name)
    expect([blobs.length, files.size]).toEqual([0, 3])
    expect([...files.keys()].every((file) => /^\d+$/.test(file))).toBe(true)
    await expectHeld(tab.blockstore, blocks)
    await expectHeld(worker.blockstore, blocks.toReversed())
    for (const { cid } of blocks) await worker.blockstore.delete(cid)
    expect((await storedPacks(name)).files.size).toBe(0)
    expect(await tab.blockstore.get(cidOf(blocks))).toBeUndefined()
    expect(await tab.blockstore.sweep()).toEqual(sweptOnly(0))
  })

  it('join Blobs that a service worker, or the build before, has written', async () => {
    const name = freshName()
    const [early, late] = [await numberedBlocks(8, BLOCK_BYTES), await numberedBlocks(8, BLOCK_BYTES + 1)]
    const worker = await openWorker(name)
    await worker.blockstore.putMany(early)

    const tab = await openTab(name)
    await tab.blockstore.putMany([...early, ...late])

    const { blobs, files } = await storedPacks(name)
    expect([blobs.length, files.size]).toEqual([1, 1])
    for (const { blockstore } of [tab, worker]) await expectHeld(blockstore, [...early, ...late])
    expect(await tab.blockstore.sweep()).toEqual(sweptOnly(0))
    expect(await tab.blockstore.totals()).toMatchObject({ blocks: 16 })
  })

  it('have a worker that ends when it has nothing to do, and starts again', async () => {
    const name = freshName()
    const ended = endedWorkers()
    const { blockstore } = await openWebPorts({
      name,
      startPackWorker: (folder) => startPackWorker(folder, { idleMs: 0 }),
    })
    const [early, late] = [await numberedBlocks(8, BLOCK_BYTES), await numberedBlocks(8, BLOCK_BYTES + 1)]

    await blockstore.putMany(early)
    await expect.poll(ended).toBe(1)
    await blockstore.putMany(late)

    expect((await storedPacks(name)).files.size).toBe(2)
    await expectHeld(blockstore, [...early, ...late])
  })

  it('are Blobs in a tab whose browser has no synchronous files', async () => {
    const name = freshName()
    const refused = async () => {
      throw new Error('no synchronous files')
    }
    const { blockstore } = await openWebPorts({ name, startPackWorker: refused })
    const blocks = await numberedBlocks(8, BLOCK_BYTES)

    await blockstore.putMany(blocks)

    const { blobs, files } = await storedPacks(name)
    expect([blobs.length, files.size]).toEqual([1, 0])
    await expectHeld(blockstore, blocks)
  })

  it('that a killed process left are removed or indexed, and files of others are left alone', async () => {
    const name = freshName()
    const { blockstore } = await openTab(name)
    const blocks = await numberedBlocks(8, BLOCK_BYTES)
    await blockstore.putMany(blocks)
    const folder = await packFolder(name)
    const [whole = ''] = (await storedPacks(name)).files.keys()
    const bytes = await (await (await folder.getFileHandle(whole)).getFile()).arrayBuffer()
    await writeFile(folder, String(2 ** 48 + 1), bytes.slice(0, bytes.byteLength / 2))
    await writeFile(folder, String(2 ** 48 + 2), new ArrayBuffer(0))
    for (const other of ['notes', '7', '281474976710657x']) await writeFile(folder, other, bytes)

    await blockstore.sweep()

    expect(new Set((await storedPacks(name)).files.keys())).toEqual(
      new Set([whole, 'notes', '7', '281474976710657x']),
    )
    await expectHeld(blockstore, blocks)
  })

  it('are found again when the database is lost', async () => {
    const name = freshName()
    const before = await openTab(name)
    const blocks = await numberedBlocks(20, BLOCK_BYTES)
    await before.blockstore.putMany(blocks)
    await deleteDatabase(`${name}/meta`)

    const { blockstore } = await openTab(name)
    const { indexedBlocks } = await blockstore.sweep()

    expect(indexedBlocks).toBe(20)
    await expectHeld(blockstore, blocks)
  })

  it('are found when their folder could not be opened at first', async () => {
    const { blockstore } = await openTab(freshName())
    const blocks = await numberedBlocks(8, BLOCK_BYTES)
    const opening = vi.spyOn(navigator.storage, 'getDirectory')
    onTestFinished(() => opening.mockRestore())
    // As when another program removes the folder meanwhile.
    opening.mockRejectedValueOnce(new DOMException('gone', 'NotFoundError'))
    await blockstore.sweep()

    await blockstore.putMany(blocks)

    await expectHeld(blockstore, blocks)
  })

  it('of a write that is aborted show nothing, and its files are removed', async () => {
    const name = freshName()
    const { blockstore } = await openTab(name)
    const abort = new AbortController()
    const blocks = await numberedBlocks(150, BLOCK_BYTES)

    const writing = blockstore.putMany(blocks, { signal: abort.signal })
    const isOver = expect(writing).rejects.toThrow('given up')
    setTimeout(() => abort.abort(new Error('given up')), 5)
    await isOver

    expect(await listed(blockstore)).toEqual([])
    await blockstore.sweep()
    for (const { cid } of await listed(blockstore)) expect(await blockstore.get(cid)).toBeDefined()
  })
})

describe('a browser that grants no more space', () => {
  it('refuses a pack in a file by one clear error, and keeps nothing of it', async () => {
    const name = freshName()
    const { blockstore } = await openTab(name)
    const kept = await numberedBlocks(8, BLOCK_BYTES)
    await blockstore.putMany(kept)
    const blocks = await randomBlocks(40, 1024 * 1024)
    const quota = (quotaSize?: number) =>
      cdp().send('Storage.overrideQuotaForOrigin', {
        origin: location.origin,
        ...(quotaSize !== undefined && { quotaSize }),
      })
    onTestFinished(async () => void (await quota()))
    await quota(1024 * 1024)

    await expect(blockstore.putMany(blocks)).rejects.toMatchObject({
      code: 'no-space',
      message: expect.stringContaining('no space left on device'),
    })

    await quota()
    expect((await storedPacks(name)).files.size).toBe(1)
    await expectHeld(blockstore, kept)
    await blockstore.putMany(blocks.slice(0, 4))
    await expectHeld(blockstore, blocks.slice(0, 4))
  })
})

/** Blocks that the browser cannot compress. */
function randomBlocks(count: number, sizeBytes: number): Promise<Block[]> {
  const blocks = Array.from({ length: count }, () => {
    const bytes = new Uint8Array(sizeBytes)
    for (let at = 0; at < sizeBytes; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
    return rawBlock(bytes)
  })
  return Promise.all(blocks)
}

async function writeFile(folder: FileSystemDirectoryHandle, name: string, bytes: ArrayBuffer): Promise<void> {
  const writable = await (await folder.getFileHandle(name, { create: true })).createWritable()
  await writable.write(bytes)
  await writable.close()
}

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })
}

async function expectHeld(store: Blockstore, blocks: readonly Block[]): Promise<void> {
  for (const { cid, bytes } of blocks) {
    const held = await store.get(cid)
    expect(held !== undefined && equalBytes(held, bytes)).toBe(true)
  }
}

function cidOf([block]: readonly Block[]) {
  if (!block) throw new Error('no block')
  return block.cid
}
