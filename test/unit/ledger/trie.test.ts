import { describe, expect, it } from 'vitest'
import { cborBlock } from '../../../src/blocks/cbor-block.ts'
import type { CID } from '../../../src/codec/cid/cid.ts'
import type { DagValue } from '../../../src/codec/ipld/dag-value.ts'
import { uintOf } from '../../../src/ledger/blocks/fields.ts'
import { countTurns, createKeptValues } from '../../../src/ledger/blocks/load-value.ts'
import type { ValueCodec } from '../../../src/ledger/trie/node.ts'
import { createTrie, type Trie } from '../../../src/ledger/trie/trie.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import type { Block } from '../../../src/ports/blockstore.ts'

const numbers: ValueCodec<bigint> = { encode: (value) => value, decode: (value) => uintOf(value, 'number') }

const MAX = 0xffff_ffff_ffff_ffffn

function fresh(blocks = memoryBlockstore(), root?: CID): Trie<bigint> {
  return createTrie({ root, blocks, codec: numbers })
}

async function rootOf(trie: Trie<bigint>): Promise<string | undefined> {
  return `${await trie.save([])}`
}

async function keysOf(trie: Trie<bigint>, options = {}): Promise<bigint[]> {
  const keys: bigint[] = []
  for await (const [key] of trie.entries(options)) keys.push(key)
  return keys
}

/** The root of a trie of the numbers below one. */
async function savedIn(blocks: ReturnType<typeof memoryBlockstore>, below: bigint): Promise<CID> {
  const trie = fresh()
  for (let key = 0n; key < below; key += 1n) await trie.set(key, key)
  const saved: Block[] = []
  const root = await trie.save(saved)
  await blocks.putMany(saved)
  return root ?? expect.fail('no root')
}

/** A store that takes a turn for each block, and tells the most that were asked for at once since it last told. */
function counting(blocks: ReturnType<typeof memoryBlockstore>) {
  let [most, now] = [0, 0]
  const get: typeof blocks.get = async (cid, options) => {
    now += 1
    most = Math.max(most, now)
    await new Promise((resolve) => setImmediate(resolve))
    now -= 1
    return blocks.get(cid, options)
  }
  const told = () => {
    const before = most
    most = 0
    return before
  }
  return { ...blocks, get, most: told }
}

/** A small generator of its own, so that a failure can be run again: Park and Miller. */
function chance(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 0x7fff_ffff
    return state % below
  }
}

describe('createTrie()', () => {
  it('holds the least and the greatest key, and those at the edge of a level', async () => {
    const keys = [0n, 1n, 31n, 32n, 1023n, 1024n, 2n ** 53n + 1n, 2n ** 60n - 1n, 2n ** 60n, MAX]
    const trie = fresh()
    for (const key of [...keys].reverse()) await trie.set(key, key)

    expect(await keysOf(trie)).toEqual(keys)
    expect(await keysOf(trie, { reverse: true })).toEqual([...keys].reverse())
    expect(await keysOf(trie, { from: 31n, to: 1024n })).toEqual([31n, 32n, 1023n, 1024n])
    for (const key of keys) expect(await trie.get(key)).toBe(key)
    expect(await trie.get(33n)).toBeUndefined()
    expect(await trie.size()).toBe(keys.length)
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'behaves like a sorted map, and its root follows from its contents: seed %i',
    async (seed) => {
      const below = chance(seed)
      const blocks = memoryBlockstore()
      const model = new Map<bigint, bigint>()
      let trie = fresh(blocks)
      for (let step = 0; step < 400; step += 1) {
        const key = BigInt(below(40)) << BigInt(5 * below(12))
        if (below(3) === 0) {
          expect(await trie.delete(key)).toBe(model.delete(key))
        } else {
          await trie.set(key, BigInt(step))
          model.set(key, BigInt(step))
        }
        if (below(20) !== 0) continue
        const saved: Block[] = []
        const root = await trie.save(saved)
        await blocks.putMany(saved)
        trie = fresh(blocks, root)
      }

      const sorted = [...model.keys()].sort((a, b) => (a < b ? -1 : 1))
      const again = fresh()
      for (const key of sorted) await again.set(key, model.get(key) ?? 0n)
      expect(await keysOf(trie)).toEqual(sorted)
      expect(await trie.size()).toBe(sorted.length)
      expect(await rootOf(trie)).toBe(await rootOf(again))
      const skip = below(sorted.length)
      expect(await keysOf(trie, { skip })).toEqual(sorted.slice(skip))
      expect(await keysOf(trie, { skip, reverse: true })).toEqual([...sorted].reverse().slice(skip))
      expect(await keysOf(trie, { skip, ahead: 1 + below(8) })).toEqual(sorted.slice(skip))
    },
  )

  it('is absent once its last key is gone', async () => {
    const trie = fresh()
    await trie.set(1000n, 1n)
    await trie.delete(1000n)

    expect(await trie.save([])).toBeUndefined()
    expect(await keysOf(trie)).toEqual([])
  })

  it('names the nodes on the way to a key, from the top', async () => {
    const blocks = memoryBlockstore()
    const trie = fresh(blocks)
    for (let key = 0n; key < 2000n; key += 1n) await trie.set(key, key)
    const saved: Block[] = []
    const root = await trie.save(saved)
    await blocks.putMany(saved)

    const path = await fresh(blocks, root).path(1999n)

    expect(path).toHaveLength(3)
    expect(path[0]?.equals(root)).toBe(true)
    expect(await fresh(blocks, root).path(2000n)).toEqual([])
  })

  it('reads as many nodes ahead as it is told, and those on the way to many keys side by side', async () => {
    const blocks = memoryBlockstore()
    const root = await savedIn(blocks, 1000n)
    const counted = counting(blocks)

    for await (const _ of fresh(counted, root).entries({ ahead: 4 }));
    expect(counted.most()).toBe(4)
    for await (const _ of fresh(counted, root).entries());
    expect(counted.most()).toBe(1)

    const trie = fresh(counted, root)
    await trie.load(Array.from({ length: 320 }, (_, key) => BigInt(key)))
    expect(counted.most()).toBe(10)
    for (let key = 0n; key < 320n; key += 1n) expect(await trie.get(key)).toBe(key)
    expect(counted.most()).toBe(0)
  })

  it('keeps a change that is made during a read of the same node', async () => {
    const blocks = memoryBlockstore()
    const root = await savedIn(blocks, 100n)
    const trie = fresh(counting(blocks), root)

    const read = [trie.load([7n]), trie.get(7n)]
    await trie.set(7n, 1n)
    await Promise.all([...read, trie.get(7n)])

    expect(await trie.get(7n)).toBe(1n)
    expect(await trie.size()).toBe(100)
  })

  it('answers 3005 for a node that is not held and corrupt for one at the wrong level', async () => {
    const blocks = memoryBlockstore()
    const trie = fresh(blocks)
    for (let key = 0n; key < 64n; key += 1n) await trie.set(key, key)
    const saved: Block[] = []
    const root = await trie.save(saved)
    await blocks.putMany(saved)
    const [leaf] = saved

    await blocks.delete(leaf?.cid ?? root ?? expect.fail('no blocks'))

    await expect(fresh(blocks, root).get(0n)).rejects.toMatchObject({
      details: { codespace: 'ledger', code: 3005 },
    })
    expect(await fresh(blocks, root).get(40n)).toBe(40n)
  })
})

describe('a trie that somebody has made up', () => {
  it.each([
    ['more values in a leaf than it has', 1, (level: number) => (level === 0 ? 33 : 64)],
    ['more values than nodes of its level can have', 2, () => 32 ** 3 + 1],
    ['more values than its children have', 2, (level: number) => [32, 1000, 32 ** 3][level] ?? 0],
    ['fewer values than its children have', 3, (level: number) => Math.max(32, 32 ** level)],
  ])('is refused at once when a node says that it has %s', async (_, levels, countOf) => {
    const { blocks, root, reads } = await madeUp(levels, countOf)

    await expect(keysOf(fresh(blocks, root), { skip: 32 ** levels - 1 })).rejects.toMatchObject({
      code: 'corrupt',
    })
    expect(reads()).toBeLessThan(200)
  })

  it('is skipped by what its nodes say where that is true', async () => {
    const { blocks, root, reads } = await madeUp(9, (level) => 32 ** (level + 1))

    for await (const [key] of fresh(blocks, root).entries({ skip: 10 ** 12 })) {
      expect(key).toBe(10n ** 12n)
      break
    }
    expect(reads()).toBeLessThan(400)
  })

  it('lets a reader leave, and the host take turns, however often it leads to the same node', async () => {
    const { blocks, root } = await madeUp(8, (level) => 32 ** (level + 1))
    const leaving = new AbortController()
    let turns = 0
    const nextTurn = async () => {
      turns += 1
      if (turns === 3) leaving.abort(new Error('left'))
    }
    const trie = createTrie({
      root,
      blocks: { get: blocks.get, values: createKeptValues(), nextTurn: countTurns({ nextTurn }) },
      codec: numbers,
    })

    await expect(keysOf(trie, { signal: leaving.signal })).rejects.toThrow('left')
  })
})

/** A trie whose nodes each lead 32 times to the same node, and that counts its reads. */
async function madeUp(levels: number, countOf: (level: number) => number) {
  const blocks = memoryBlockstore()
  let reads = 0
  let root: CID | undefined
  for (let level = 0; level <= levels; level += 1) {
    const entries = Array.from({ length: 32 }, () => root ?? 7n)
    const fields = { l: BigInt(level), m: 0xffff_ffffn, n: BigInt(countOf(level)), e: entries }
    const block = await cborBlock(new Map<string, DagValue>(Object.entries(fields)))
    await blocks.putMany([block])
    root = block.cid
  }
  const get: typeof blocks.get = (cid, options) => {
    reads += 1
    return blocks.get(cid, options)
  }
  return { blocks: { ...blocks, get }, root: root ?? expect.fail('no root'), reads: () => reads }
}
