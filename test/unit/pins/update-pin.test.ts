import * as Digest from 'multiformats/hashes/digest'
import { describe, expect, it } from 'vitest'
import { CID } from '../../../src/codec/cid/cid.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import type { Ports } from '../../../src/node/create.ts'
import { walkDifference } from '../../../src/pins/walk-difference.ts'
import { chunkedFile, directory, rawFile, type StoredTree } from '../../requests/stored-tree.ts'
import { memoryNode, memoryPorts } from '../memory-ports.ts'
import { type Chance, chance } from '../rpc/chance.ts'

const file = async (name: string, pieces = 20) =>
  chunkedFile(await Promise.all(Array.from({ length: pieces }, (_, at) => rawFile(`${name}, ${at}`))))

/** A node that counts the blocks it reads. */
async function countingNode(...trees: readonly StoredTree[]) {
  const ports = memoryPorts()
  await ports.blockstore.putMany(trees.flatMap(({ blocks }) => blocks))
  const read: string[] = []
  const counted = <R>(call: (cid: CID) => Promise<R>) => {
    return (cid: CID) => {
      read.push(`${cid}`)
      return call(cid)
    }
  }
  const { get, has } = ports.blockstore
  const node = await memoryNode({
    ...ports,
    blockstore: { ...ports.blockstore, get: counted(get), has: counted(has) },
  })
  return { node, read }
}

/** Ports on which somebody else is faster: `change` comes before the first batch. */
function withFaster(ports: Ports, change: () => Promise<unknown>): Ports {
  let isFaster = true
  const datastore: Ports['datastore'] = {
    ...ports.datastore,
    async batch(...options) {
      if (isFaster) {
        isFaster = false
        await change()
      }
      return ports.datastore.batch(...options)
    },
  }
  return { ...ports, datastore }
}

describe('pins.update()', () => {
  it('reads only what differs, and of the old DAG only the blocks that are replaced', async () => {
    const [big, old, changed] = [await file('big'), await file('old'), await file('changed')]
    const other = await directory({ big, deep: await directory({ big, leaf: old }) })
    const from = await directory({ big, a: other, z: await rawFile('z') })
    const deep = await directory({ big, leaf: changed })
    const to = await directory({
      big,
      a: await directory({ big, deep }),
      b: await rawFile('b'),
      z: await rawFile('z'),
    })
    const { node, read } = await countingNode(from, to)
    await node.pins.addRoots([from.cid])

    await node.pins.update({ from: from.cid, to: to.cid })

    // Three old directories and the old file; three new directories, the new file and its pieces, and one file.
    expect(read).toHaveLength(4 + 3 + 1 + 20 + 1)
    expect(await node.pins.find(to.cid)).toMatchObject({ type: 'recursive' })
  })

  it('is decided anew when the old pin has gone meanwhile', async () => {
    const [from, to] = [await file('from'), await file('to')]
    const ports = memoryPorts()
    const tab = await memoryNode(ports)
    await ports.blockstore.putMany([...from.blocks, ...to.blocks])
    await tab.pins.addRoots([from.cid])
    const worker = await memoryNode(withFaster(ports, () => tab.pins.remove(from.cid)))

    await expect(worker.pins.update({ from: from.cid, to: to.cid })).rejects.toMatchObject({
      message: "'from' cid was not recursively pinned already",
    })

    expect(await tab.pins.find(to.cid)).toBeUndefined()
  })

  it('refuses a leaf whose hash is cut short, as pins.add() does', async () => {
    const whole = await rawFile('leaf')
    const short = CID.createV1(
      whole.cid.code,
      Digest.create(0x12, whole.cid.multihash.digest.subarray(0, 10)),
    )
    const [from, to] = [
      await directory({ a: whole }),
      await directory({ a: { ...whole, cid: short }, b: whole }),
    ]
    const { node } = await countingNode(from, to)
    await node.pins.addRoots([from.cid])

    const update = node.pins.update({ from: from.cid, to: to.cid })

    await expect(update).rejects.toThrow('hashes must be at 20 least bytes long')
    await expect(node.pins.add(to.cid)).rejects.toThrow('hashes must be at 20 least bytes long')
    expect(await node.pins.find(to.cid)).toBeUndefined()
  })
})

describe('pins.add() of what is pinned already', () => {
  it('walks when the pin goes while it gets a name', async () => {
    const tree = await file('goes')
    const ports = memoryPorts()
    const tab = await memoryNode(ports)
    await ports.blockstore.putMany(tree.blocks)
    await tab.pins.addRoots([tree.cid])
    const worker = await memoryNode(
      withFaster(ports, async () => {
        await tab.pins.remove(tree.cid)
        for await (const _ of tab.repo.collect());
      }),
    )

    await expect(worker.pins.add(tree.cid, { name: 'late' })).rejects.toMatchObject({ code: 'not-found' })

    expect(await tab.pins.find(tree.cid)).toBeUndefined()
  })
})

describe('walkDifference()', () => {
  const seeds = Array.from({ length: 20 }, (_, at) => 104_729 * (at + 1))

  it.each(seeds)('visits with the old DAG every block of the new one (seed %s)', async (seed) => {
    const random = chance(seed)
    const leaves = await Promise.all(Array.from({ length: 12 }, (_, number) => rawFile(`leaf ${number}`)))
    const [from, to] = [await anyTree(random, leaves), await anyTree(random, leaves)]
    const blockstore = memoryBlockstore()
    await blockstore.putMany([...from.blocks, ...to.blocks])

    const visited: string[] = []
    for await (const cid of walkDifference(blockstore, { from: from.cid, to: to.cid })) visited.push(`${cid}`)

    const held = new Set([...visited, ...from.blocks.map(({ cid }) => `${cid}`)])
    for (const { cid } of to.blocks) expect(held).toContain(`${cid}`)
    expect(new Set(visited).size).toBe(visited.length)
  })

  it('reports a block that is not held, anywhere in the DAG', async () => {
    const lost = await rawFile('lost')
    const shared = await file('shared')
    const from = await directory({ shared })
    const to = await directory({ shared, more: await directory({ deep: await chunkedFile([lost]) }) })
    const blockstore = memoryBlockstore()
    await blockstore.putMany([...from.blocks, ...to.blocks])
    await blockstore.delete(lost.cid)

    const walk = walkDifference(blockstore, { from: from.cid, to: to.cid })

    await expect(
      (async () => {
        for await (const _ of walk);
      })(),
    ).rejects.toMatchObject({
      code: 'not-found',
      message: `block was not found locally (offline): ipld: could not find ${lost.cid}`,
    })
  })
})

/** A tree of four levels over the leaves; names repeat from tree to tree, so that nodes replace others. */
async function anyTree(random: Chance, leaves: readonly StoredTree[]): Promise<StoredTree> {
  let level = leaves
  for (let height = 0; height < 3; height += 1) {
    level = await Promise.all(
      Array.from({ length: 4 }, () => {
        const names = Array.from({ length: 1 + random.below(4) }, () =>
          random.oneOf(['a', 'b', 'c', 'd', 'e']),
        )
        return directory(Object.fromEntries(names.map((name) => [name, random.oneOf(level)])))
      }),
    )
  }
  return directory({ a: random.oneOf(level), b: random.oneOf(level), c: random.oneOf(leaves) })
}
