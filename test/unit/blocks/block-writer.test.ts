import { describe, expect, it } from 'vitest'
import { createBlockWriter } from '../../../src/blocks/block-writer.ts'
import { createByteBudget } from '../../../src/blocks/byte-budget.ts'
import { CID, RAW_CODEC } from '../../../src/codec/cid/cid.ts'
import { hasherFor } from '../../../src/codec/cid/hashers.ts'
import { hashBytes } from '../../../src/codec/cid/multihash.ts'
import { createActivity } from '../../../src/diagnostics/activity.ts'
import type { Block } from '../../../src/ports/blockstore.ts'

async function block(at: number, sizeBytes: number, hash = 'sha2-256'): Promise<Block> {
  const bytes = new Uint8Array(sizeBytes)
  new DataView(bytes.buffer).setUint32(0, at)
  const hasher = hasherFor(hash)
  if (!hasher) throw new Error(`no ${hash}`)
  return { cid: CID.createV1(RAW_CODEC, await hashBytes(hasher, bytes)), bytes }
}

/** A store that answers only when it is told to. */
function slowStore() {
  const calls: { readonly blocks: readonly Block[]; finish: () => void; fail: (reason: Error) => void }[] = []
  return {
    calls,
    putMany: (blocks: readonly Block[]) =>
      new Promise<void>((resolve, reject) => calls.push({ blocks, finish: resolve, fail: reject })),
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('createBlockWriter()', () => {
  it('sends nothing before a batch is full, and each block once', async () => {
    const store = slowStore()
    const writer = createBlockWriter(store)
    const [one, two] = [await block(1, 100), await block(2, 100)]

    for (const { cid, bytes } of [one, two, one]) await writer.put(cid, bytes)
    const before = store.calls.length
    const flushed = writer.flush()
    store.calls[0]?.finish()
    await flushed

    expect(before).toBe(0)
    expect(store.calls.map(({ blocks }) => blocks.map(({ cid }) => String(cid)))).toEqual([
      [String(one.cid), String(two.cid)],
    ])
  })

  it('sends a batch at 256 blocks', async () => {
    const store = slowStore()
    const writer = createBlockWriter(store)

    for (let at = 0; at < 300; at += 1) {
      const { cid, bytes } = await block(at, 8)
      await writer.put(cid, bytes)
    }

    expect(store.calls.map(({ blocks }) => blocks.length)).toEqual([256])
  })

  it('makes writers wait at two running batches and one collected, and continues after', async () => {
    const activity = createActivity()
    const store = slowStore()
    const writer = createBlockWriter(store, { activity })
    let taken = 0
    const writing = (async () => {
      for (let at = 0; at < 40; at += 1) {
        const { cid, bytes } = await block(at, 1_048_576)
        await writer.put(cid, bytes)
        taken += 1
      }
      await writer.flush()
    })()

    while (taken < 24) await turn()
    await expect.poll(() => activity.readings()['bytes-in-flight'].now).toBe(25 * 1_048_576)
    for (let again = 0; again < 50; again += 1) await turn()

    expect(taken).toBe(24)
    expect(store.calls).toHaveLength(2)

    for (let sent = 0; sent < 5; sent += 1) {
      while (store.calls[sent] === undefined) await turn()
      store.calls[sent]?.finish()
    }
    await writing

    expect(activity.readings()['bytes-in-flight']).toEqual({ now: 0, peak: 25 * 1_048_576 })
  })

  it('keeps all writers within the budget they share, whatever each of them gathers', async () => {
    const activity = createActivity()
    const budget = createByteBudget(10 * 65_536)
    const store = { putMany: async () => turn().then(() => undefined) }
    const write = async (writerNumber: number) => {
      const writer = createBlockWriter(store, { activity, budget })
      for (let at = 0; at < 5; at += 1) {
        const { cid, bytes } = await block(writerNumber * 5 + at, 65_536)
        await writer.put(cid, bytes)
      }
      await writer.flush()
      writer.discard()
    }

    await Promise.all(Array.from({ length: 50 }, (_, at) => write(at)))

    expect(activity.readings()['bytes-in-flight']).toEqual({ now: 0, peak: 10 * 65_536 })
  })

  it('lets a writer go on while fifty others hold blocks and are idle', async () => {
    const budget = createByteBudget(50 * 1000)
    const store = { putMany: async () => turn().then(() => undefined) }
    for (let at = 0; at < 50; at += 1) {
      const { cid, bytes } = await block(at, 1000)
      await createBlockWriter(store, { budget }).put(cid, bytes)
    }
    const writer = createBlockWriter(store, { budget })
    const { cid, bytes } = await block(50, 1000)

    await writer.put(cid, bytes)
    await writer.flush()

    expect(budget.isCrowded()).toBe(false)
  })

  it('gives room back that was taken for a block it has, a block in its CID, and after it was given up', async () => {
    const budget = createByteBudget(1000)
    const writer = createBlockWriter({ putMany: async () => undefined }, { budget })
    const [one, inline] = [await block(1, 500), await block(2, 500, 'identity')]

    await writer.put(one.cid, one.bytes)
    await writer.flush()
    await writer.put(one.cid, one.bytes, { room: await writer.takeRoom(500) })
    await writer.put(inline.cid, inline.bytes, { room: await writer.takeRoom(500) })
    const room = await writer.takeRoom(500)
    writer.discard()
    const late = writer.put((await block(3, 500)).cid, one.bytes, { room })

    await expect(late).rejects.toThrow('given up')
    expect(budget.tryTake(1000)).toBeDefined()
  })

  it('leaves the queue for room when it is aborted', async () => {
    const budget = createByteBudget(1000)
    const giveBack = await budget.take(1000)
    const leaving = new AbortController()
    const writer = createBlockWriter({ putMany: async () => undefined }, { budget, signal: leaving.signal })
    const { cid, bytes } = await block(1, 100)

    const waiting = writer.put(cid, bytes)
    leaving.abort(new Error('gone'))

    await expect(waiting).rejects.toThrow('gone')
    giveBack()
    expect(budget.tryTake(1000)).toBeDefined()
  })

  it('rejects after a batch has failed, and counts down to zero', async () => {
    const activity = createActivity()
    const store = slowStore()
    const writer = createBlockWriter(store, { activity })
    const { cid, bytes } = await block(1, 100)

    await writer.put(cid, bytes)
    const flushed = writer.flush()
    store.calls[0]?.fail(new Error('disk is full'))

    await expect(flushed).rejects.toThrow('disk is full')
    await expect(writer.put(cid, bytes)).rejects.toThrow('disk is full')
    expect(activity.readings()['bytes-in-flight'].now).toBe(0)
  })

  it('drops what it collected when it is aborted or abandoned', async () => {
    const activity = createActivity()
    const leaving = new AbortController()
    const aborted = createBlockWriter(slowStore(), { activity, signal: leaving.signal })
    const givenUp = createBlockWriter(slowStore(), { activity })
    const { cid, bytes } = await block(1, 100)

    await aborted.put(cid, bytes)
    await givenUp.put(cid, bytes)
    leaving.abort(new Error('gone'))
    givenUp.discard()

    expect(activity.readings()['bytes-in-flight'].now).toBe(0)
    await expect(aborted.flush()).rejects.toThrow('gone')
  })

  it('keeps bytes, not the buffer they are a view of', async () => {
    const store = slowStore()
    const writer = createBlockWriter(store)
    const { cid } = await block(1, 100)

    await writer.put(cid, new Uint8Array(1_000_000).subarray(5, 105))
    const flushed = writer.flush()
    store.calls[0]?.finish()
    await flushed

    expect(store.calls[0]?.blocks[0]?.bytes.buffer.byteLength).toBe(100)
  })

  it('does not copy a view of nearly its whole buffer', async () => {
    const store = slowStore()
    const writer = createBlockWriter(store)
    const { cid } = await block(1, 100)
    const section = new Uint8Array(10_040)

    await writer.put(cid, section.subarray(40))
    const flushed = writer.flush()
    store.calls[0]?.finish()
    await flushed

    expect(store.calls[0]?.blocks[0]?.bytes.buffer).toBe(section.buffer)
  })

  it('accepts identity blocks and stores none', async () => {
    const store = slowStore()
    const writer = createBlockWriter(store)
    const { cid, bytes } = await block(1, 20, 'identity')

    await writer.put(cid, bytes)
    await writer.flush()

    expect(store.calls).toEqual([])
  })
})
