import { describe, expect, it } from 'vitest'
import { blockKey, type CID } from '../../../src/codec/cid/cid.ts'
import { createContentLock } from '../../../src/content-lock/content-lock.ts'
import { createLedger } from '../../../src/ledger/ledger.ts'
import { historyBlocks } from '../../../src/ledger/state/history-blocks.ts'
import { seededRandom } from '../../../src/memory/seeded-random.ts'
import { createDagWalk } from '../../../src/pins/dag-walk.ts'
import type { Blockstore } from '../../../src/ports/blockstore.ts'
import { type Collected, collectGarbage } from '../../../src/repo/collect-garbage.ts'
import { listed } from '../../contracts/blocks.ts'
import { rawFile } from '../../requests/stored-tree.ts'
import { memoryPorts } from '../memory-ports.ts'
import { creation, OTHER_ROLLAPP, ROLLAPP, update } from './ledger-of.ts'

/** A ledger with a history in which everything happens: submissions, finality, reverts, parameters. */
async function history(operations: number) {
  const ports = memoryPorts()
  const contentLock = createContentLock(ports)
  const walk = createDagWalk(ports.blockstore)
  const ledger = createLedger({ ...ports, walk, contentLock })
  const seed = 7
  const random = seededRandom(seed)
  const below = (limit: number) => (random.bytes(4)[0] ?? 0) % limit
  await ledger.create(creation())
  await ledger.create(creation({ rollappId: OTHER_ROLLAPP }))
  const next = new Map([ROLLAPP, OTHER_ROLLAPP].map((id) => [id, 1n]))
  for (let at = 0; at < operations; at += 1) {
    const rollappId = below(3) === 0 ? OTHER_ROLLAPP : ROLLAPP
    const height = next.get(rollappId) ?? 1n
    if (below(12) === 0 && height > 2n) {
      const reverted = await ledger
        .revert({ rollappId, height: height - 1n, reason: '' })
        .catch(() => undefined)
      if (reverted) next.set(rollappId, height - 1n)
    } else if (below(20) === 0) await ledger.setParams({ disputePeriod: BigInt(1 + below(40)) })
    else {
      await ledger.advance({ by: 1n })
      await ledger.submit(update(height, 1n, { rollappId }))
      next.set(rollappId, height + 1n)
    }
  }
  return { ports, ledger, walk, contentLock }
}

/** Keys in order, each once. */
function keys(cids: Iterable<CID>): string[] {
  return [...new Set([...cids].map(blockKey))].sort()
}

async function all(cids: AsyncIterable<CID>): Promise<CID[]> {
  const list: CID[] = []
  for await (const cid of cids) list.push(cid)
  return list
}

function counting(blockstore: Blockstore) {
  const counts = { reads: 0 }
  const get: Blockstore['get'] = (cid, options) => {
    counts.reads += 1
    return blockstore.get(cid, options)
  }
  return { counts, blocks: { get, has: blockstore.has } }
}

/** No test changes it, but for garbage that a collection removes again. */
const long = await history(150)

describe('historyBlocks()', () => {
  it('tells of exactly the blocks that a walk from the newest root meets', async () => {
    const { ports, ledger, walk } = long
    const head = await ledger.head()

    const told = await all(historyBlocks(head, { blocks: ports.blockstore }))

    expect(keys(told)).toEqual(keys(await all(walk(head))))
  })

  it('tells of no block often, and reads few more than there are', async () => {
    const { ports, ledger } = long
    const { counts, blocks } = counting(ports.blockstore)

    const told = await all(historyBlocks(await ledger.head(), { blocks }))

    const distinct = keys(told).length
    expect(distinct).toBeGreaterThan(1_000)
    expect(told.length).toBeLessThan(1.5 * distinct)
    expect(counts.reads).toBeLessThan(1.5 * distinct)
  })

  it('tells of the newest roots alone, where only they are kept', async () => {
    const { ports, ledger, walk } = await history(40)
    const roots: CID[] = []
    for (let cid: CID | undefined = await ledger.head(); cid && roots.length < 3; ) {
      roots.push(cid)
      cid = (await ledger.open(cid)).prev
    }
    const older = roots.at(-1)
    if (!older) throw new Error('there are three roots')

    const told = await all(historyBlocks(await ledger.head(), { blocks: ports.blockstore, keepRoots: 3 }))

    const whole = keys(await all(walk(await ledger.head())))
    expect(keys(told).length).toBeLessThan(whole.length / 2)
    for (const root of roots) expect(keys(told)).toContain(blockKey(root))
  })

  it('refuses a newest root that lacks a block, and passes over what older ones lack', async () => {
    const { ports, ledger } = await history(10)
    const head = await ledger.head()
    const { cid } = await ledger.open(head)
    const told = keys(await all(historyBlocks(cid, { blocks: ports.blockstore })))
    const newest = keys(await all(historyBlocks(cid, { blocks: ports.blockstore, keepRoots: 1 })))
    let refused = 0
    for (const { cid: lost } of await listed(ports.blockstore)) {
      const key = blockKey(lost)
      const isLost = (other: CID) => blockKey(other) === key
      const blocks: Pick<Blockstore, 'get' | 'has'> = {
        get: async (other, options) => (isLost(other) ? undefined : ports.blockstore.get(other, options)),
        has: async (other, options) => !isLost(other) && ports.blockstore.has(other, options),
      }
      const outcome = await all(historyBlocks(cid, { blocks })).catch((error: unknown) => error)
      if (newest.includes(key)) {
        expect(outcome, `without ${lost}`).toMatchObject({ code: 'not-found' })
        refused += 1
      } else expect(outcome, `without ${lost}`).toBeInstanceOf(Array)
    }
    expect(refused).toBeGreaterThan(3)
    expect(told.length).toBeGreaterThan(newest.length)
  })
})

describe('a collection beside a long history', () => {
  for (const exactUpTo of [1_000_000, 100]) {
    it(`keeps all of it where ${exactUpTo} blocks are known exactly and a walk may meet 300`, async () => {
      const { ports, ledger, contentLock } = long
      const walk = createDagWalk(ports.blockstore, { maxEntries: 300 })
      const garbage = await rawFile('garbage')
      await ports.blockstore.putMany(garbage.blocks)
      const before = keys((await listed(ports.blockstore)).map(({ cid }) => cid))
      const { blockstore } = ports
      await expect(all(walk(await ledger.head()))).rejects.toMatchObject({ code: 'too-large' })
      const pins = { find: async () => undefined, async *list() {} }
      const liveRoots = [ledger.liveRoots]

      const run = contentLock.collecting.run((turn) =>
        collectGarbage({ blockstore, pins, walk, liveRoots, turn, exactUpTo }),
      )
      const collected: Collected[] = []
      for await (const item of run) collected.push(item)

      expect(before.length).toBeGreaterThan(1_000)
      expect(collected).toEqual([{ cid: garbage.cid }])
      const after = keys((await listed(blockstore)).map(({ cid }) => cid))
      expect(after).toEqual(before.filter((key) => key !== blockKey(garbage.cid)))
    })
  }
})
