import { describe, expect, it } from 'vitest'
import { type CID, parseCid } from '../../../src/codec/cid/cid.ts'
import { decodeDagPb } from '../../../src/codec/dag-pb/dag-pb.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import type { Blockstore } from '../../../src/ports/blockstore.ts'
import type { DagOptions } from '../../../src/unixfs/dag/dag-shape.ts'
import type { NamedNode } from '../../../src/unixfs/directory/entry-link.ts'
import { findLink } from '../../../src/unixfs/directory/find-link.ts'
import { writeEntries } from '../../../src/unixfs/directory/write-directory.ts'
import { setEntries, setEntry } from '../../../src/unixfs/edit/set-entry.ts'
import type { LinkChange } from '../../../src/unixfs/edit/set-in-shards.ts'
import { createShardSizes, type ShardSizes } from '../../../src/unixfs/edit/shard-sizes.ts'
import { openNode } from '../../../src/unixfs/read/open-node.ts'
import { randomBytes } from '../../requests/random-bytes.ts'
import { directory, rawFile, type StoredTree, shard } from '../../requests/stored-tree.ts'
import { counting } from './counting.ts'
import { editing } from './edited.ts'

const V0 = parseCid('QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn')
const RAW = parseCid('bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku')
/** The shortest CID, which holds its bytes. */
const INLINE = parseCid('bafkqaaa')
const CIDS = [V0, RAW, INLINE]
const METADATA = { mode: 0o750, mtime: { seconds: 5 } }
const SEED = Math.floor(Math.random() * 2 ** 31)
/** Steps between two comparisons: `npm run test:soak` compares after each. */
const EVERY = process.env['TIDEPOOL_FUZZ'] === undefined ? 4 : 1

const set = async (
  blockstore: Blockstore,
  options: DagOptions,
  directory: CID,
  { shardSizes, ...change }: LinkChange & { readonly shardSizes?: ShardSizes },
) => (await editing(blockstore, options, (store) => setEntry(store, directory, change), shardSizes)).cid

const written = async (blockstore: Blockstore, options: DagOptions, entries: readonly NamedNode[]) =>
  (await editing(blockstore, options, (store) => writeEntries(store.writerLike(V0), entries, METADATA))).cid

const LIMITS: readonly DagOptions[] = [
  {},
  { shardThresholdBytes: 600, maxHamtFanout: 8 },
  { shardThresholdBytes: 600 },
  { sizeEstimate: 'block', shardThresholdBytes: 900, maxHamtFanout: 16 },
  { maxDirectoryLinks: 9, maxHamtFanout: 8 },
  { alwaysShard: true, maxHamtFanout: 8 },
]

describe(`setEntries(), random changes of seed ${SEED}`, () => {
  it.each(LIMITS)('gives with %j the directory that is written at once', async (options) => {
    const blockstore = memoryBlockstore()
    const numbers = randomBytes(SEED, 4096)
    const model = new Map<string, NamedNode>()
    const shardSizes = createShardSizes()
    let directory = await written(blockstore, options, [])

    for (let step = 0; step < 24; step += 1) {
      const changes = new Map<string, LinkChange>()
      for (let at = step * 160; at < step * 160 + (step % 4) * 40 + 2; at += 2) {
        const [pick = 0, kind = 0] = numbers.subarray(at)
        const node =
          kind % (step < 12 ? 4 : 2) === 0 ? undefined : { cid: CIDS[kind % 3] ?? RAW, sizeBytes: pick }
        const name = `${'n'.repeat(kind % 5)}${pick % 40}`
        changes.set(name, { name, node })
        if (node) model.set(name, { name, ...node })
        else model.delete(name)
      }
      const change = { changes: [...changes.values()] }
      directory = (
        await editing(blockstore, options, (store) => setEntries(store, directory, change), shardSizes)
      ).cid

      const expected = await written(blockstore, options, [...model.values()])
      expect(`${directory}`, `step ${step}`).toBe(`${expected}`)
    }
  })
})

describe(`setEntry(), random changes of seed ${SEED}`, () => {
  it.each(LIMITS)('gives with %j the directory that is written at once', async (options) => {
    const blockstore = memoryBlockstore()
    const numbers = randomBytes(SEED, 900)
    const model = new Map<string, NamedNode>()
    const shardSizes = createShardSizes()
    let directory = await written(blockstore, options, [])

    for (let step = 0; step < 160; step += 1) {
      const [pick = 0, kind = 0, length = 0] = numbers.subarray(step * 3)
      const name = `${'n'.repeat(length % 9)}${pick % 40}`
      const isRemoved = kind % (step < 80 ? 4 : 2) === 0
      const node = { cid: CIDS[kind % 3] ?? RAW, sizeBytes: pick + kind }
      directory = await set(blockstore, options, directory, {
        ...{ name, shardSizes },
        node: isRemoved ? undefined : node,
      })
      if (isRemoved) model.delete(name)
      else model.set(name, { name, ...node })
      if (step % EVERY !== SEED % EVERY) continue

      const expected = await written(blockstore, options, [...model.values()])
      expect(`${directory}`, `step ${step}`).toBe(`${expected}`)
    }
  })
})

describe('setEntry()', () => {
  const entries = (count: number): NamedNode[] =>
    Array.from({ length: count }, (_, at) => ({ name: `entry number ${at}`, cid: RAW, sizeBytes: 4 }))

  it.each([1000, 5000])('reads few of the shards of a directory of %i names', async (count) => {
    const blockstore = memoryBlockstore()
    const options = { shardThresholdBytes: 4096 }
    const directory = await written(blockstore, options, entries(count))
    const { counts, get } = counting(blockstore)

    const grown = await set({ ...blockstore, get }, options, directory, {
      name: 'x',
      node: { cid: V0, sizeBytes: 4 },
    })
    const growing = counts.reads
    const shrunk = await set({ ...blockstore, get }, options, grown, { name: 'x', node: undefined })

    expect(`${shrunk}`).toBe(`${directory}`)
    expect(growing).toBeLessThan(5)
    expect(counts.reads - growing).toBeLessThan(80)
  })

  it('counts shards that the same edit has written and not yet stored', async () => {
    const blockstore = memoryBlockstore()
    const names = entries(2500).map((entry) => ({ ...entry, name: entry.name.padEnd(800, '.') }))
    const directory = await written(blockstore, {}, names)
    const left = names.filter((_, at) => at % 10 !== 0)
    const changes = names.filter((_, at) => at % 10 === 0).map(({ name }) => ({ name, node: undefined }))

    const { cid } = await editing(blockstore, {}, (store) => setEntries(store, directory, { changes }))

    expect(`${cid}`).toBe(`${await written(blockstore, {}, left)}`)
  })

  it('makes one node of inline entries again as soon as they fit', async () => {
    const blockstore = memoryBlockstore()
    const options = { shardThresholdBytes: 1024, maxHamtFanout: 16 }
    const inline = Array.from({ length: 91 }, (_, at) => ({
      name: `name-${at + 100}`,
      cid: INLINE,
      sizeBytes: 0,
    }))
    let directory = await written(blockstore, options, inline)

    for (const { name } of inline.slice(85)) {
      directory = await set(blockstore, options, directory, { name, node: undefined })
    }

    expect(`${directory}`).toBe(`${await written(blockstore, options, inline.slice(0, 85))}`)
  })

  it('counts a shard for the first of many removals alone', async () => {
    const blockstore = memoryBlockstore()
    const shardSizes = createShardSizes()
    const options = { shardThresholdBytes: 65_536 }
    const names = entries(3000)
    let directory = await written(blockstore, options, names)
    const { counts, get } = counting(blockstore)
    const reads: number[] = []

    for (const { name } of names.slice(0, 5)) {
      const before = counts.reads
      directory = await set({ ...blockstore, get }, options, directory, {
        ...{ name, shardSizes },
        node: undefined,
      })
      reads.push(counts.reads - before)
    }

    expect(reads[0]).toBeGreaterThan(50)
    expect(Math.max(...reads.slice(1))).toBeLessThan(10)
  })

  it('keeps mode and time, sharded or not', async () => {
    const blockstore = memoryBlockstore()
    const options = { shardThresholdBytes: 300 }
    let directory = await written(blockstore, options, [])

    for (const entry of entries(9)) {
      directory = await set(blockstore, options, directory, { name: entry.name, node: entry })
      expect(await openNode(blockstore, directory)).toMatchObject(METADATA)
    }
  })

  it('refuses shards that lead to the same shards again and again, also where some were counted before', async () => {
    const blockstore = memoryBlockstore()
    const shardSizes = createShardSizes()
    const { root, below } = await foldedShards(40)
    const once = await shard([['00', below], ...(await slotEntries())])
    await blockstore.putMany([...root.blocks, ...once.blocks])
    const removeFrom = (tree: StoredTree) =>
      set(blockstore, {}, tree.cid, { name: 'x', node: undefined, shardSizes })

    await expect(removeFrom(root)).rejects.toMatchObject({ code: 'corrupt' })
    await expect(removeFrom(once)).rejects.toMatchObject({ code: 'corrupt' })
  })

  it('refuses a shard that it has counted before, where the directory has it twice', async () => {
    const blockstore = memoryBlockstore()
    const shardSizes = createShardSizes()
    const below = await shard([])
    const once = await shard([['00', below], ...(await slotEntries())])
    const twice = await shard([['00', below], ['01', below], ...(await slotEntries())])
    await blockstore.putMany([...once.blocks, ...twice.blocks])
    const removeFrom = (tree: StoredTree) =>
      set(blockstore, {}, tree.cid, { name: 'x', node: undefined, shardSizes })

    await removeFrom(once)

    await expect(removeFrom(twice)).rejects.toMatchObject({ code: 'corrupt' })
  })

  it.each([
    [64, undefined],
    [65, 'sharded directory too deep'],
  ])('counts shards of %i levels, and none below 64', async (levels, refusal) => {
    const blockstore = memoryBlockstore()
    let below = await shard([])
    for (let level = 1; level < levels; level += 1) below = await shard([['00', below]])
    const root = await shard([['00', below], ...(await slotEntries())])
    await blockstore.putMany(root.blocks)

    const removed = set(blockstore, {}, root.cid, { name: 'x', node: undefined })

    expect(
      await removed.then(
        () => undefined,
        ({ message }) => message,
      ),
    ).toBe(refusal)
  })

  it('ends when it is aborted while it counts', async () => {
    const blockstore = memoryBlockstore()
    const options = { shardThresholdBytes: 65_536 }
    const directory = await written(blockstore, options, entries(3000))
    const aborter = new AbortController()
    const { counts, get } = counting(blockstore)
    const abortingGet: Blockstore['get'] = (cid, call) => {
      if (counts.reads === 20) aborter.abort(new Error('left'))
      return get(cid, call)
    }

    const removed = set({ ...blockstore, get: abortingGet }, options, directory, {
      ...{ name: 'entry number 1', signal: aborter.signal },
      node: undefined,
    })

    await expect(removed).rejects.toThrow('left')
    expect(counts.reads).toBe(21)
  })

  it('leaves other entries with equal names as they are, and replaces or removes those of its name', async () => {
    const blockstore = memoryBlockstore()
    const [x, y] = [await rawFile('x'), await rawFile('y')]
    const twice = await directory([
      ['a', x],
      ['a', y],
      ['b', x],
    ])
    await blockstore.putMany(twice.blocks)
    const linksOf = async (cid: CID) =>
      decodeDagPb((await blockstore.get(cid)) ?? new Uint8Array()).Links.map(
        ({ Name, Hash }) => `${Name} ${Hash}`,
      )

    const without = await set(blockstore, {}, parseCid(`${twice.cid}`), { name: 'b', node: undefined })
    const replaced = await set(blockstore, {}, without, { name: 'a', node: { cid: RAW, sizeBytes: 4 } })
    const removed = await set(blockstore, {}, without, { name: 'a', node: undefined })

    expect(await linksOf(without)).toEqual([`a ${x.cid}`, `a ${y.cid}`])
    expect(await linksOf(replaced)).toEqual([`a ${RAW}`])
    expect(await linksOf(removed)).toEqual([])
  })

  it('keeps the first of equal names when the directory becomes sharded', async () => {
    const blockstore = memoryBlockstore()
    const [x, y] = [await rawFile('x'), await rawFile('y')]
    const twice = await directory([
      ['a', x],
      ['a', y],
    ])
    await blockstore.putMany(twice.blocks)

    const sharded = await set(blockstore, { maxDirectoryLinks: 2 }, parseCid(`${twice.cid}`), {
      name: 'b',
      node: { cid: RAW, sizeBytes: 4 },
    })

    expect(`${await findLink(blockstore, sharded, { name: 'a' })}`).toBe(`${x.cid}`)
  })

  it('refuses what is no directory', async () => {
    const blockstore = memoryBlockstore()

    const changed = set(blockstore, {}, RAW, { name: 'x', node: undefined })

    await expect(changed).rejects.toMatchObject({ code: 'failed-precondition' })
  })
})

/** A sharded directory whose shards lead in 2^levels ways to an empty one, and the shard below its root. */
async function foldedShards(levels: number): Promise<{ root: StoredTree; below: StoredTree }> {
  let below = await shard([])
  const twice = (tree: StoredTree) => ['00', '01'].map((slot) => [slot, tree] as const)
  for (let level = 0; level < levels; level += 1) {
    const above = await shard(twice({ ...below, sizeBytes: 1, blocks: [] }))
    below = { ...above, blocks: [...above.blocks, ...below.blocks] }
  }
  return { root: await shard([...twice(below), ...(await slotEntries())]), below }
}

/** An entry named `x` in each slot but the first two, so that a lookup finds one. */
async function slotEntries() {
  const leaf = await rawFile('leaf')
  return Array.from({ length: 254 }, (_, at) => {
    const slot = (at + 2).toString(16).toUpperCase().padStart(2, '0')
    return [`${slot}x`, leaf] as const
  })
}
