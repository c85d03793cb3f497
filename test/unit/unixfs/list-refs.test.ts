import { describe, expect, it } from 'vitest'
import type { CID } from '../../../src/codec/cid/cid.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { listRefs, type RefsOptions } from '../../../src/unixfs/dag/list-refs.ts'
import { createSeenDepths } from '../../../src/unixfs/dag/seen-depths.ts'
import { abortedSignal } from '../../contracts/blocks.ts'
import { chunkedFile, directory, rawFile, type StoredTree } from '../../requests/stored-tree.ts'
import { type Chance, chance } from '../rpc/chance.ts'

async function storeWith(...trees: readonly StoredTree[]) {
  const blockstore = memoryBlockstore()
  await blockstore.putMany(trees.flatMap(({ blocks }) => blocks))
  return blockstore
}

async function told(
  refs: AsyncIterable<{ readonly to: CID }>,
  limit = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const cids: string[] = []
  for await (const { to } of refs) {
    cids.push(`${to}`)
    if (cids.length === limit) break
  }
  return cids
}

/** The reference's algorithm, word for word as it recurs. */
function plainRefs(tree: Plain, { maxDepth = -1, seen }: { maxDepth?: number; seen?: Map<string, number> }) {
  const found: string[] = []
  const visit = (cid: string, depth: number): readonly [deeper: boolean, write: boolean] => {
    const atMax = maxDepth >= 0 && depth === maxDepth
    if (maxDepth >= 0 && depth > maxDepth) return [false, false]
    if (!seen) return [!atMax, true]
    const old = seen.get(cid)
    if (old !== undefined && (maxDepth < 0 || old <= depth)) return [false, false]
    seen.set(cid, depth)
    return [!atMax, old === undefined]
  }
  const recur = (node: Plain, depth: number) => {
    for (const child of node.children) {
      const [deeper, write] = visit(child.cid, depth + 1)
      if (write) found.push(child.cid)
      if (deeper) recur(child, depth + 1)
    }
  }
  recur(tree, 0)
  return found
}

interface Plain {
  readonly cid: string
  readonly tree: StoredTree
  readonly children: readonly Plain[]
}

async function anyDag(random: Chance): Promise<Plain> {
  let level: Plain[] = await Promise.all(
    Array.from({ length: 4 }, async (_, number) => {
      const tree = await rawFile(`leaf ${number}`)
      return { cid: `${tree.cid}`, tree, children: [] }
    }),
  )
  let all = level
  for (let height = 0; height < 4; height += 1) {
    level = await Promise.all(
      Array.from({ length: 3 }, async (_, number) => {
        const children = Array.from(
          { length: 1 + random.below(3) },
          () => all[random.below(all.length)] ?? expect.unreachable(),
        )
        const tree = await chunkedFile([
          ...children.map(({ tree }) => tree),
          await rawFile(`${height} ${number}`),
        ])
        const own = await rawFile(`${height} ${number}`)
        return {
          cid: `${tree.cid}`,
          tree,
          children: [...children, { cid: `${own.cid}`, tree: own, children: [] }],
        }
      }),
    )
    all = [...all, ...level]
  }
  return level[0] ?? expect.unreachable()
}

describe('listRefs()', () => {
  const seeds = Array.from({ length: 10 }, (_, at) => 7_907 * (at + 1))

  it.each(seeds)('agrees with the reference at every depth, unique or not (seed %s)', async (seed) => {
    const dag = await anyDag(chance(seed))
    const blockstore = await storeWith(dag.tree)

    for (const maxDepth of [0, 1, 2, 3, 4, -1]) {
      const options: RefsOptions = maxDepth < 0 ? {} : { maxDepth }
      expect(await told(listRefs(blockstore, dag.tree.cid, options))).toEqual(plainRefs(dag, { maxDepth }))
      expect(
        await told(listRefs(blockstore, dag.tree.cid, { ...options, seen: createSeenDepths() })),
      ).toEqual(plainRefs(dag, { maxDepth, seen: new Map() }))
    }
  })

  it('follows a chain of 13,000 nodes', async () => {
    const blockstore = memoryBlockstore()
    let chain = await rawFile('the end')
    await blockstore.putMany(chain.blocks)
    for (let depth = 0; depth < 13_000; depth += 1) {
      const { cid, sizeBytes, blocks } = await chunkedFile([{ ...chain, blocks: [] }])
      await blockstore.putMany(blocks)
      chain = { cid, sizeBytes, blocks }
    }

    expect(await told(listRefs(blockstore, chain.cid))).toHaveLength(13_000)
  })

  it('tells links one by one of a small DAG with more ways through it than can be walked', async () => {
    let tree = await rawFile('at the end of 2^60 ways')
    const blockstore = memoryBlockstore()
    await blockstore.putMany(tree.blocks)
    for (let depth = 0; depth < 60; depth += 1) {
      const { cid, sizeBytes, blocks } = await directory({
        a: { ...tree, blocks: [] },
        b: { ...tree, blocks: [] },
      })
      await blockstore.putMany(blocks)
      tree = { cid, sizeBytes: Math.min(sizeBytes, 1_000), blocks }
    }

    expect(await told(listRefs(blockstore, tree.cid), 10_000)).toHaveLength(10_000)
    expect(await told(listRefs(blockstore, tree.cid, { seen: createSeenDepths() }))).toHaveLength(60)
  })

  it('rejects with the reason of its signal', async () => {
    const tree = await chunkedFile([await rawFile('abandoned')])
    const { signal, reason } = abortedSignal()

    await expect(told(listRefs(await storeWith(tree), tree.cid, { signal }))).rejects.toBe(reason)
  })
})
