import { describe, expect, it, onTestFinished } from 'vitest'
import { equalBytes } from '../../src/codec/bytes/bytes.ts'
import type { Block, Blockstore } from '../../src/ports/blockstore.ts'
import { mapOrdered } from '../../src/streams/map-ordered.ts'
import { BLOCK_INDEX } from '../../web/host/indexeddb/meta-database.ts'
import { openWebPorts } from '../../web/host/ports.ts'
import { numberedBlocks } from '../contracts/blocks.ts'
import { freshName } from './storage-name.ts'

/** Sixteen blocks are one pack. */
const BLOCK_BYTES = 262_144

describe('reads of packs', () => {
  it('look up few blocks of each pack while they are sequential', async () => {
    const { blocks, reopened } = await stored(64)
    const { blockstore } = await reopened()

    const { get } = IDBObjectStore.prototype
    let lookups = 0
    IDBObjectStore.prototype.get = function (key) {
      if (this.name === BLOCK_INDEX) lookups += 1
      return get.call(this, key)
    }
    onTestFinished(() => {
      IDBObjectStore.prototype.get = get
    })

    await expectRead(blockstore, blocks)

    // The first pack has no predecessor that tells how many blocks a pack has.
    expect(lookups).toBeLessThan(16 + 3 * 4)
  })

  it('find every block in any order, and those that are absent or of other packs', async () => {
    const { blocks, reopened } = await stored(48)
    const { blockstore } = await reopened()
    const [absent] = await numberedBlocks(1, BLOCK_BYTES + 1)
    if (!absent) throw new Error('no block')
    await expectRead(blockstore, blocks)

    const alternating = [0, 1, 2].flatMap((first) => blocks.filter((_, at) => at % 3 === first))
    await expectRead(blockstore, alternating)
    await expectRead(blockstore, blocks.toReversed())
    const together = [...alternating.slice(0, 8), absent, ...alternating.slice(8, 16)]
    const read = await Promise.all(together.map(({ cid }) => blockstore.get(cid)))
    expect(read.flatMap((bytes, at) => (bytes === undefined ? at : []))).toEqual([8])
  })

  it('follow no reader that has left', async () => {
    const { blocks, reopened } = await stored(32)
    const { blockstore } = await reopened()
    await expectRead(blockstore, blocks.slice(0, 16))
    const leaving = new AbortController()
    const [first, ...others] = blocks.slice(16)
    const left = first && blockstore.get(first.cid, { signal: leaving.signal })

    const read = Promise.all(others.map(({ cid }) => blockstore.get(cid)))
    leaving.abort(new Error('left'))

    await expect(left).rejects.toThrow('left')
    const bytes = await read
    expect(others.every((block, at) => equalBytes(block.bytes, bytes[at] ?? new Uint8Array()))).toBe(true)
  })

  it('let the event loop run between two blocks of one pack', async () => {
    const { blocks, reopened } = await stored(16)
    const { blockstore } = await reopened()
    let turns = 0
    const channel = new MessageChannel()
    channel.port1.onmessage = () => {
      turns += 1
      channel.port2.postMessage(undefined)
    }
    channel.port2.postMessage(undefined)
    const turnOf: number[] = []

    await Promise.all(blocks.map(({ cid }) => blockstore.get(cid).then(() => turnOf.push(turns))))

    channel.port1.close()
    expect(new Set(turnOf).size).toBeGreaterThanOrEqual(15)
  })
})

/** A storage with so many blocks in packs, which each test opens as another process does. */
async function stored(count: number) {
  const name = freshName()
  const blocks = await numberedBlocks(count, BLOCK_BYTES)
  await (await openWebPorts({ name })).blockstore.putMany(blocks)
  return { blocks, reopened: () => openWebPorts({ name }) }
}

/** Reads blocks in their order, sixteen ahead, like a reader of a file. */
async function expectRead(blockstore: Blockstore, blocks: readonly Block[]): Promise<void> {
  const read = mapOrdered(blocks, {
    concurrency: 16,
    transform: async ({ cid, bytes }) => equalBytes((await blockstore.get(cid)) ?? new Uint8Array(), bytes),
  })
  for await (const isEqual of read) expect(isEqual).toBe(true)
}
