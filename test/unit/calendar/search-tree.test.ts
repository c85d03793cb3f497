import { MemoryBlockStore, NodeStore, NodeWrangler } from '@atcute/mst'
import { describe, expect, it } from 'vitest'
import { createSearchTree } from '../../../src/calendar/store/tree/search-tree.ts'
import { levelOfKey } from '../../../src/calendar/store/tree/tree-node.ts'
import { parseCid } from '../../../src/codec/cid/cid.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { seededRandom } from '../../../src/memory/seeded-random.ts'

const VALUE = 'bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454'

/** A tree of ours, and the root after these keys were put. */
async function treeOf(keys: readonly string[]) {
  const blockstore = memoryBlockstore()
  const tree = createSearchTree(blockstore)
  const put = new Map(keys.map((key) => [key, parseCid(VALUE)]))
  const { root, blocks } = await tree.change(undefined, put)
  await blockstore.putMany(blocks)
  return { blockstore, tree, root }
}

describe('levelOfKey()', () => {
  // Public vectors: key_heights.json of the AT protocol's interoperability tests.
  it.each([
    ['', 0],
    ['asdf', 0],
    ['blue', 1],
    ['2653ae71', 0],
    ['88bfafc7', 2],
    ['2a92d355', 4],
    ['884976f5', 6],
    ['app.bsky.feed.post/454397e440ec', 4],
    ['app.bsky.feed.post/9adeb165882c', 8],
  ])('of "%s" is %i', async (key, level) => {
    expect(await levelOfKey(key)).toBe(level)
  })
})

describe('searchTree.change()', () => {
  it('reads the nodes that many changes need side by side, and each once', async () => {
    const keys = Array.from({ length: 500 }, (_, at) => `events/${at}`)
    const { blockstore, root } = await treeOf(keys)
    const read: string[] = []
    let [underWay, most] = [0, 0]
    const far = {
      async get(...options: Parameters<typeof blockstore.get>) {
        read.push(options[0].toString())
        underWay += 1
        most = Math.max(most, underWay)
        await new Promise((resolve) => setImmediate(resolve))
        const bytes = await blockstore.get(...options)
        underWay -= 1
        return bytes
      },
    }
    const put = new Map(keys.slice(0, 200).map((key) => [`${key}x`, parseCid(VALUE)]))

    const changed = await createSearchTree(far).change(root, put)

    expect(changed.root).toEqual((await treeOf([...keys, ...put.keys()])).root)
    expect(new Set(read).size).toBe(read.length)
    expect(most).toBeGreaterThan(32)
  })

  // Public vectors: known maps of the AT protocol's reference implementation.
  it.each<[string, readonly string[], string]>([
    ['no key', [], 'bafyreie5737gdxlw5i64vzichcalba3z2v5n6icifvx5xytvske7mr3hpm'],
    [
      'one key',
      ['com.example.record/3jqfcqzm3fo2j'],
      'bafyreibj4lsc3aqnrvphp5xmrnfoorvru4wynt6lwidqbm2623a6tatzdu',
    ],
    [
      'a key of level 2',
      ['com.example.record/3jqfcqzm3fx2j'],
      'bafyreih7wfei65pxzhauoibu3ls7jgmkju4bspy4t2ha2qdjnzqvoy33ai',
    ],
    [
      'five keys',
      ['3jqfcqzm3fp2j', '3jqfcqzm3fr2j', '3jqfcqzm3fs2j', '3jqfcqzm3ft2j', '3jqfcqzm4fc2j'].map(
        (key) => `com.example.record/${key}`,
      ),
      'bafyreicmahysq4n6wfuxo522m6dpiy7z7qzym3dzs756t5n7nfdgccwq7m',
    ],
  ])('gives the known root of %s', async (_, keys, root) => {
    expect((await treeOf(keys)).root.toString()).toBe(root)
  })

  it('gives the roots of another implementation, whatever is put and removed, and in what batches', async () => {
    const seed = 20_270_501
    const random = seededRandom(seed)
    const number = (below: number) => {
      const [a = 0, b = 0] = random.bytes(2)
      return (a * 256 + b) % below
    }
    const store = new NodeStore(new MemoryBlockStore())
    const foreign = new NodeWrangler(store)
    const { blockstore, tree, root: empty } = await treeOf([])
    let [ours, theirs] = [empty, (await (await store.get(null)).cid()).$link]
    const held: string[] = []
    for (let round = 0; round < 40; round += 1) {
      const changes = new Map<string, ReturnType<typeof parseCid> | null>()
      for (let count = 1 + number(30); count > 0; count -= 1) {
        const key = `events/${number(65_536)}.${number(65_536)}`
        held.push(key)
        changes.set(key, parseCid(number(2) ? VALUE : empty.toString()))
      }
      for (let count = number(round % 4 === 3 ? 60 : 12); count > 0; count -= 1) {
        const [key] = held.splice(number(held.length), 1)
        if (key !== undefined) changes.set(key, null)
      }

      const changed = await tree.change(ours, changes)
      await blockstore.putMany(changed.blocks)
      ours = changed.root
      for (const [key, value] of changes) {
        theirs = value
          ? await foreign.putRecord(theirs, key, { $link: value.toString() })
          : await foreign.deleteRecord(theirs, key)
      }

      expect(ours.toString(), `seed ${seed}, round ${round}`).toBe(theirs)
    }
  })

  it('is empty again when every key is removed', async () => {
    const keys = Array.from({ length: 50 }, (_, at) => `tags/${at}`)
    const { tree, root } = await treeOf(keys)

    const { root: rest } = await tree.change(root, new Map(keys.map((key) => [key, null])))

    expect(rest).toEqual((await treeOf([])).root)
  })

  it('makes no block for what stays, and none at all for what is so already', async () => {
    const { tree, root } = await treeOf(Array.from({ length: 500 }, (_, at) => `tags/${at}`))

    const same = await tree.change(
      root,
      new Map([
        ['tags/7', parseCid(VALUE)],
        ['tags/x', null],
      ]),
    )
    const one = await tree.change(root, new Map([['tags/x', parseCid(VALUE)]]))

    expect(same).toEqual({ root, blocks: [] })
    expect(one.blocks.length).toBeLessThan(16)
  })
})

describe('searchTree.entries()', () => {
  it('tells all entries in the order of their keys', async () => {
    const keys = Array.from({ length: 300 }, (_, at) => `tags/${at}`)
    const { tree, root } = await treeOf(keys)

    const told: string[] = []
    for await (const [key] of tree.entries(root)) told.push(key)

    expect(told).toEqual(keys.toSorted())
  })

  it('throws corrupt for a block that is no node', async () => {
    const { tree, blockstore, root } = await treeOf(['tags/1'])
    const reading = createSearchTree({ get: async () => new Uint8Array([0xa0]) })

    await expect(reading.entries(root).next()).rejects.toMatchObject({ code: 'corrupt' })
    await blockstore.delete(root)
    await expect(createSearchTree(blockstore).entries(root).next()).rejects.toMatchObject({
      code: 'not-found',
    })
    expect(await tree.entries(root).next()).toBeDefined()
  })
})
