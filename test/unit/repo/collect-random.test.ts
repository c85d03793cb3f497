import { describe, expect, it } from 'vitest'
import type { CID } from '../../../src/codec/cid/cid.ts'
import type { Ports, StorageNode } from '../../../src/node/create.ts'
import { listed, nextTurn } from '../../contracts/blocks.ts'
import { chunkedFile } from '../../requests/stored-tree.ts'
import { memoryNode, memoryPorts } from '../memory-ports.ts'
import { chance } from '../rpc/chance.ts'
import { add, garbage, isWhole, pin, receivingAdd, rest, rows, write } from './beside.ts'

describe('adds, pins and collections at random', () => {
  const seeds = [1, 2, 3, 4, 5, 6, 7, 8].map((at) => at * 7919)

  it.each(seeds)('leave every pin whole (seed %s)', async (seed) => {
    const random = chance(seed)
    const ports = unsteady(memoryPorts(), random.below)
    const nodes = [await memoryNode(ports), await memoryNode(ports)] as const
    const leaves = await garbage(12)
    const trees = await Promise.all(
      Array.from({ length: 10 }, () =>
        chunkedFile([0, 1, 2].map(() => leaves[random.below(12)] ?? expect.unreachable())),
      ),
    )
    const anyTree = () => trees[random.below(trees.length)] ?? expect.unreachable()
    const acts: ((node: StorageNode) => Promise<unknown>)[] = [
      (node) => add(node, anyTree()),
      (node) => receivingAdd(node, anyTree()),
      (node) => receivingAdd(node, anyTree()),
      (node) => node.repo.whileAdding(() => write(node, anyTree())),
      (node) => pin(node, anyTree()),
      (node) => node.pins.remove(anyTree().cid),
      (node) => node.repo.whileAdding(() => node.pins.update({ from: anyTree().cid, to: anyTree().cid })),
      (node) => node.blocks.remove(anyTree().cid),
      (node) => rest(node.repo.collect()),
    ]
    const life = async () => {
      for (let step = 0; step < 12; step += 1) {
        const act = acts[random.below(acts.length)] ?? expect.unreachable()
        await act(nodes[random.below(2)] ?? nodes[0]).catch((error: unknown) =>
          expect(error).toMatchObject({ name: 'DomainError' }),
        )
      }
    }

    await Promise.all(Array.from({ length: 6 }, life))

    const pinned: CID[] = []
    for await (const { cid } of nodes[0].pins.list({ type: 'recursive' })) pinned.push(cid)
    for (const tree of trees.filter(({ cid }) => pinned.some((other) => other.equals(cid)))) {
      expect(await isWhole(nodes[0], tree), `pin ${tree.cid}`).toBe(true)
    }
    await rest(nodes[1].repo.collect())
    const kept = new Set(
      trees
        .filter(({ cid }) => pinned.some((other) => other.equals(cid)))
        .flatMap(({ blocks }) => blocks.map(({ cid }) => `${cid.multihash.bytes}`)),
    )
    expect(await listed(nodes[1].blockstore)).toHaveLength(kept.size)
    expect(await rows(ports)).toBe(0)
  })
})

/** Storage whose every call takes some turns, so that calls of several tasks mix. */
function unsteady(ports: Ports, below: (limit: number) => number): Ports {
  const late =
    <A extends unknown[], R>(call: (...options: A) => Promise<R>) =>
    async (...options: A) => {
      for (let turns = below(4); turns > 0; turns -= 1) await Promise.resolve()
      if (below(8) === 0) await nextTurn()
      return call(...options)
    }
  const { blockstore, datastore } = ports
  return {
    ...ports,
    blockstore: {
      ...blockstore,
      get: late(blockstore.get),
      has: late(blockstore.has),
      put: late(blockstore.put),
      putMany: late(blockstore.putMany),
      delete: late(blockstore.delete),
    },
    datastore: { ...datastore, get: late(datastore.get), batch: late(datastore.batch) },
  }
}
