import { describe, expect, it } from 'vitest'
import { equalBytes } from '../../src/codec/bytes/bytes.ts'
import type { Block, Blockstore } from '../../src/ports/blockstore.ts'
import { BLOCK_INDEX, PACK_USAGE } from '../../web/host/indexeddb/meta-database.ts'
import type { StartPackWorker } from '../../web/host/packs/open-pack-files.ts'
import { startPackWorker } from '../../web/host/packs/pack-worker.ts'
import { openWebPorts } from '../../web/host/ports.ts'
import { listed, numberedBlocks } from '../contracts/blocks.ts'
import { freshName } from './storage-name.ts'
import { storedPacks } from './stored-packs.ts'

const BLOCK_BYTES = 65_536

/** Throws in a process that was killed before the storage call that follows. */
let beginCall: () => void = () => undefined

/** A killed process leaves half of the file that it was writing. */
const startKillableWorker: StartPackWorker = async (folder) => {
  const worker = await startPackWorker(folder)
  return {
    ...worker,
    async write(pack, parts, options) {
      try {
        beginCall()
      } catch (error) {
        await worker.write(pack, parts.slice(0, parts.length / 2), options)
        throw error
      }
      return worker.write(pack, parts, options)
    },
  }
}

const PLACES = {
  Blobs: (name: string) => openWebPorts({ name }),
  files: (name: string) => openWebPorts({ name, startPackWorker: startKillableWorker }),
} as const

/** Each transaction is made whole or not at all: a process is killed between two of them, or while it writes a file. */
describe.each(['Blobs', 'files'] as const)(
  'a browser with packs in %s that is killed at any call',
  (place) => {
    it('of an add, shows all of it or nothing, and repairs to a store without loss', async () => {
      const [old, fresh] = [await numberedBlocks(3, BLOCK_BYTES), await numberedBlocks(4, BLOCK_BYTES + 1)]
      await atEachCall(
        { place, blocks: old },
        (store) => store.putMany(fresh),
        async ({ blockstore, isDone }) => {
          const { blocks } = await blockstore.totals()
          expect([3, 7]).toContain(blocks)
          if (isDone) expect(blocks).toBe(7)

          // What was written before the rows comes back as garbage, whole.
          await blockstore.sweep()

          await expectHeld(blockstore, old)
          for (const { cid } of await listed(blockstore)) expect(await blockstore.get(cid)).toBeDefined()
        },
      )
    })

    it('of removals that write a pack anew, loses nothing', async () => {
      const old = await numberedBlocks(4, BLOCK_BYTES)
      const removeMost = async (store: Blockstore) => {
        for (const { cid } of old.slice(1)) await store.delete(cid)
        await store.compact()
      }
      await atEachCall({ place, blocks: old }, removeMost, async ({ blockstore, isDone, name }) => {
        const before = (await listed(blockstore)).length

        const { indexedBlocks } = await blockstore.sweep()

        expect(indexedBlocks).toBe(0)
        expect((await listed(blockstore)).length).toBe(before)
        if (isDone) expect(before).toBe(1)
        await expectHeld(blockstore, old.slice(0, 1))
        await expectHeld(blockstore, old.slice(old.length - before + 1))
        expect(await packsIn(name)).toBe(1)
      })
    })

    it('of a repair, gets everything back by the next one', async () => {
      const old = await numberedBlocks(4, BLOCK_BYTES)
      await atEachCall(
        { place, blocks: old },
        (store) => store.sweep(),
        async ({ blockstore }) => {
          await blockstore.sweep()

          await expectHeld(blockstore, old)
          expect(await blockstore.totals()).toEqual({ blocks: 4, sizeBytes: 4 * BLOCK_BYTES })
        },
        loseRows,
      )
    })
  },
)

interface Survivor {
  readonly name: string
  readonly blockstore: Blockstore
  /** False when the process was killed. */
  readonly isDone: boolean
}

interface Storage {
  readonly place: keyof typeof PLACES
  readonly blocks: readonly Block[]
}

/** Does a task over these blocks in processes of which each is gone one storage call later than the one before. */
async function atEachCall(
  { place, blocks }: Storage,
  task: (store: Blockstore) => Promise<unknown>,
  survive: (survivor: Survivor) => Promise<void>,
  prepare: (name: string) => Promise<void> = async () => undefined,
): Promise<void> {
  const open = PLACES[place]
  let isDone = false
  let kills = 0
  for (let last = 1; !isDone; last += 1) {
    const name = freshName()
    const { blockstore } = await open(name)
    await blockstore.putMany(blocks)
    await prepare(name)
    isDone = await killedAt(last, () => task(blockstore))
    kills += isDone ? 0 : 1
    await survive({ name, blockstore: (await open(name)).blockstore, isDone })
  }
  expect(kills).toBeGreaterThan(1)
}

/** Makes no storage call from the `last`-th on; true when the task ended before. */
async function killedAt(last: number, task: () => Promise<unknown>): Promise<boolean> {
  const { transaction: open } = IDBDatabase.prototype
  const { removeEntry: remove } = FileSystemDirectoryHandle.prototype
  let calls = 0
  beginCall = () => {
    calls += 1
    if (calls >= last) throw new Error('the process is gone')
  }
  IDBDatabase.prototype.transaction = function (...options) {
    beginCall()
    return open.apply(this, options)
  }
  FileSystemDirectoryHandle.prototype.removeEntry = async function (...options) {
    beginCall()
    return remove.apply(this, options)
  }
  try {
    await task().catch(() => undefined)
    return calls < last
  } finally {
    beginCall = () => undefined
    IDBDatabase.prototype.transaction = open
    FileSystemDirectoryHandle.prototype.removeEntry = remove
  }
}

async function expectHeld(store: Blockstore, blocks: readonly Block[]): Promise<void> {
  for (const { cid, bytes } of blocks) {
    const held = await store.get(cid)
    expect(held !== undefined && equalBytes(held, bytes)).toBe(true)
  }
}

async function loseRows(name: string): Promise<void> {
  const database = await answer(indexedDB.open(`${name}/meta`))
  const transaction = database.transaction([BLOCK_INDEX, PACK_USAGE, 'counters'], 'readwrite')
  transaction.objectStore(BLOCK_INDEX).clear()
  transaction.objectStore(PACK_USAGE).clear()
  transaction.objectStore('counters').delete('block-totals')
  await new Promise((resolve) => transaction.addEventListener('complete', resolve))
  database.close()
}

async function packsIn(name: string): Promise<number> {
  const { blobs, files } = await storedPacks(name)
  return blobs.length + files.size
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
