import { describe, expect, it } from 'vitest'
import { createBlockSet } from '../../../src/codec/cid/block-set.ts'
import { CID, DAG_PB_CODEC, RAW_CODEC } from '../../../src/codec/cid/cid.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { createDagWalk } from '../../../src/pins/dag-walk.ts'
import { abortedSignal } from '../../contracts/blocks.ts'
import { cborBlock } from '../../requests/made-car.ts'
import { chunkedFile, directory, rawFile, type StoredTree } from '../../requests/stored-tree.ts'

async function storeWith(...trees: readonly StoredTree[]) {
  const blockstore = memoryBlockstore()
  await blockstore.putMany(trees.flatMap(({ blocks }) => blocks))
  return blockstore
}

async function walked(found: AsyncIterable<CID>): Promise<string[]> {
  const cids: string[] = []
  for await (const cid of found) cids.push(cid.toString())
  return cids
}

describe('createDagWalk()', () => {
  it('visits every block once, the root first', async () => {
    const leaf = await rawFile('shared')
    const tree = await directory({ a: await chunkedFile([leaf, leaf]), b: leaf, c: await rawFile('own') })
    const walk = createDagWalk(await storeWith(tree))

    const found = await walked(walk(tree.cid))

    expect(found[0]).toBe(`${tree.cid}`)
    expect(found.toSorted()).toEqual([...new Set(tree.blocks.map(({ cid }) => `${cid}`))].toSorted())
  })

  it('visits a chain of 5,000 nodes, and 3,000 children of one', async () => {
    const blockstore = memoryBlockstore()
    let chain = await rawFile('the end')
    await blockstore.putMany(chain.blocks)
    for (let depth = 0; depth < 5_000; depth += 1) {
      const { cid, sizeBytes, blocks } = await chunkedFile([{ ...chain, blocks: [] }])
      await blockstore.putMany(blocks)
      chain = { cid, sizeBytes, blocks }
    }
    const wide = await chunkedFile(
      await Promise.all(Array.from({ length: 3_000 }, (_, number) => rawFile(`child ${number}`))),
    )
    await blockstore.putMany(wide.blocks)
    const walk = createDagWalk(blockstore)

    expect(await walked(walk(chain.cid))).toHaveLength(5_001)
    expect(await walked(walk(wide.cid))).toHaveLength(3_001)
  })

  it('skips what another walk has visited', async () => {
    const shared = await chunkedFile([await rawFile('shared one'), await rawFile('shared two')])
    const first = await directory({ shared })
    const second = await directory({ shared, own: await rawFile('own') })
    const walk = createDagWalk(await storeWith(first, second))
    const visited = createBlockSet()

    expect(await walked(walk(first.cid, { visited }))).toHaveLength(4)
    expect(await walked(walk(second.cid, { visited }))).toHaveLength(2)
    expect(visited.hasBlock(shared.cid)).toBe(true)
  })

  it('follows the links of a block that was visited as raw bytes before', async () => {
    const tree = await chunkedFile([await rawFile('below')])
    const walk = createDagWalk(await storeWith(tree))
    const visited = createBlockSet()

    await walked(walk(CID.createV1(RAW_CODEC, tree.cid.multihash), { visited }))

    expect(await walked(walk(CID.createV1(DAG_PB_CODEC, tree.cid.multihash), { visited }))).toHaveLength(2)
  })

  it('gives leaves to a caller that wants them, held or not, and lets none of them wait', async () => {
    const nodes = await Promise.all([1, 2, 3].map((number) => cborBlock([number])))
    const root = await cborBlock(nodes.map(({ cid }) => cid))
    const blockstore = memoryBlockstore()
    await blockstore.putMany([root, ...nodes])
    const leaf = (await rawFile('not held')).cid
    const below = Array<CID>(100_000).fill(leaf)
    const linksOf = (cid: CID) => (cid.equals(root.cid) ? nodes.map((node) => node.cid) : below)
    const walk = createDagWalk(blockstore, { linksOf })
    let leaves = 0
    const onLeaf = () => {
      leaves += 1
    }

    expect(await walked(walk(root.cid, { onLeaf }))).toHaveLength(4)
    expect(leaves).toBe(300_000)
  })

  it('rejects with not-found when a leaf is not held', async () => {
    const leaf = await rawFile('not held')
    const tree = await chunkedFile([await rawFile('held'), leaf])
    const blockstore = await storeWith(tree)
    await blockstore.delete(leaf.cid)

    await expect(walked(createDagWalk(blockstore)(tree.cid))).rejects.toMatchObject({
      code: 'not-found',
      message: `block was not found locally (offline): ipld: could not find ${leaf.cid}`,
      details: { cid: leaf.cid },
    })
  })

  it('rejects with unsupported for a codec whose links it cannot read', async () => {
    const { cid, blocks } = await rawFile('torrent?')
    const blockstore = memoryBlockstore()
    await blockstore.putMany(blocks)

    await expect(walked(createDagWalk(blockstore)(CID.createV1(0x7b, cid.multihash)))).rejects.toMatchObject({
      code: 'unsupported',
      message: 'no decoder registered for multicodec code 123 (0x7b)',
    })
  })

  it('rejects with the reason of its signal', async () => {
    const tree = await rawFile('abandoned')
    const { signal, reason } = abortedSignal()

    await expect(walked(createDagWalk(await storeWith(tree))(tree.cid, { signal }))).rejects.toBe(reason)
  })
})
