import { describe, expect, it, vi } from 'vitest'
import { startPackWorker } from '../../web/host/packs/pack-worker.ts'
import { openWebPorts } from '../../web/host/ports.ts'
import { browserWriteBudget } from '../../web/host/write-budget.ts'
import { numberedBlocks } from '../contracts/blocks.ts'
import { endedWorkers } from './ended-workers.ts'
import { freshName } from './storage-name.ts'

const LEAF_BYTES = 256 * 1024

describe('browserWriteBudget()', () => {
  it('lets the event loop run between the leaves of one add', async () => {
    const budget = browserWriteBudget({ expectWrite: () => undefined })
    const channel = new MessageChannel()
    let messages = 0
    channel.port1.onmessage = () => {
      messages += 1
      channel.port2.postMessage(undefined)
    }
    channel.port2.postMessage(undefined)

    for (let leaves = 0; leaves < 20; leaves += 1) (await budget.take(LEAF_BYTES))()

    channel.port1.close()
    expect(messages).toBeGreaterThanOrEqual(19)
  })

  it('announces packs to be written, and not a few small blocks', async () => {
    const expectWrite = vi.fn()
    const budget = browserWriteBudget({ expectWrite })

    for (let blocks = 0; blocks < 20; blocks += 1) await budget.take(1_000)
    expect(expectWrite).not.toHaveBeenCalled()

    await budget.take(LEAF_BYTES)
    expect(expectWrite).toHaveBeenCalledOnce()
  })

  it('grants no more than a writer that has left gives back', async () => {
    const budget = browserWriteBudget({ expectWrite: () => undefined })
    const release = await budget.take(48 * 1024 * 1024)
    const leaving = new AbortController()
    const waiting = budget.take(LEAF_BYTES, { signal: leaving.signal })

    leaving.abort(new Error('left'))

    await expect(waiting).rejects.toThrow('left')
    expect(budget.isCrowded()).toBe(false)
    release()
    expect(budget.tryTake(48 * 1024 * 1024)).toBeDefined()
  })
})

describe('the worker of packs', () => {
  it('starts with the first bytes of an add, and ends when none are written', async () => {
    const ended = endedWorkers()
    const started = vi.fn((folder: readonly string[]) => startPackWorker(folder, { idleMs: 0 }))
    const { blockstore, writeBudget } = await openWebPorts({ name: freshName(), startPackWorker: started })

    const release = await writeBudget?.take(LEAF_BYTES)

    expect(started).toHaveBeenCalledOnce()
    await expect.poll(ended).toBe(1)
    const blocks = await numberedBlocks(8, 65_536)
    await blockstore.putMany(blocks)
    for (const { cid, bytes } of blocks) expect(await blockstore.get(cid)).toEqual(bytes)
    release?.()
  })
})
