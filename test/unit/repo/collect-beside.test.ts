import { describe, expect, it } from 'vitest'
import type { CID } from '../../../src/codec/cid/cid.ts'
import type { Ports, StorageNode } from '../../../src/node/create.ts'
import { listed, nextTurn } from '../../contracts/blocks.ts'
import { chunkedFile, rawFile } from '../../requests/stored-tree.ts'
import { memoryNode, memoryPorts } from '../memory-ports.ts'
import { chance } from '../rpc/chance.ts'
import { add, file, garbage, isWhole, pin, rest, rows, slowAdd, write } from './beside.ts'

/** One node, or two over one storage: the collection runs in the first, the rest in the second. */
const HOSTS = [
  ['one process', async () => Array(2).fill(await memoryNode()) as [StorageNode, StorageNode]],
  [
    'two processes over one storage',
    async () => {
      const ports = memoryPorts()
      return [await memoryNode(ports), await memoryNode(ports)] as [StorageNode, StorageNode]
    },
  ],
] as const

describe.each(HOSTS)('a collection under way, in %s', (_, open) => {
  it('lets an add begin and end, and keeps all of it, also what was garbage before', async () => {
    const [collector, other] = await open()
    await write(collector, ...(await garbage(100)), await file('added', 40))
    const added = await file('added', 40)
    const collection = collector.repo.collect()
    await collection.next()

    await add(other, added)
    const removed = await rest(collection)

    expect(await isWhole(other, added)).toBe(true)
    expect(await listed(other.blockstore)).toHaveLength(added.blocks.length)
    expect(removed).toBeGreaterThan(64)
    expect(await rows(other)).toBe(0)
  })

  it('lets what it has not removed yet be pinned, and then keeps it', async () => {
    const [collector, other] = await open()
    const trees = await Promise.all(Array.from({ length: 60 }, (_, number) => file(`to pin ${number}`)))
    await write(collector, ...trees)
    const collection = collector.repo.collect()
    await collection.next()

    const outcomes = await Promise.allSettled(trees.map((tree) => pin(other, tree)))
    await rest(collection)

    const pinned = trees.filter((_, at) => outcomes[at]?.status === 'fulfilled')
    expect(pinned.length).toBeGreaterThan(0)
    expect(pinned.length).toBeLessThan(60)
    for (const tree of pinned) expect(await isWhole(other, tree)).toBe(true)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'not-found' })
    }
  })

  it('waits for an add that began before it, while others begin and end', async () => {
    const [collector, other] = await open()
    const [slow, quick] = [await file('slow'), await file('quick')]
    const finish = await slowAdd(other, slow)
    await write(other, ...(await garbage(3)))

    const collecting = rest(collector.repo.collect())
    await nextTurn()
    await add(other, quick)
    expect(await listed(other.blockstore)).toHaveLength(3 + 3 + 3)
    await finish()

    expect(await collecting).toBe(3)
    expect(await isWhole(other, slow)).toBe(true)
    expect(await isWhole(other, quick)).toBe(true)
  })

  it('given up while it waits, leaves the waiting to the next one', async () => {
    const [collector, other] = await open()
    const slow = await file('slow')
    const finish = await slowAdd(other, slow)
    const abort = new AbortController()
    const first = rest(collector.repo.collect({ signal: abort.signal }))
    await nextTurn()
    abort.abort(new Error('the caller has left'))
    await expect(first).rejects.toThrow('the caller has left')

    const second = rest(collector.repo.collect())
    await nextTurn()
    expect(await isWhole(other, slow)).toBe(true)
    await finish()

    expect(await second).toBe(0)
    expect(await isWhole(other, slow)).toBe(true)
  })

  it('keeps what a pin is moved to', async () => {
    const [collector, other] = await open()
    const shared = await file('shared', 20)
    const [from, to] = [
      await chunkedFile([shared, await rawFile('old')]),
      await chunkedFile([shared, await rawFile('new')]),
    ]
    await write(collector, ...(await garbage(100)), from, to)
    await pin(collector, from)
    const collection = collector.repo.collect()
    const isFirst = collection.next()

    const moving = other.repo.whileAdding(() => other.pins.update({ from: from.cid, to: to.cid }))
    const moved = await moving.then(
      () => true,
      (error: unknown) => expect(error).toMatchObject({ code: 'not-found' }),
    )
    await isFirst
    await rest(collection)

    expect(await isWhole(other, moved ? to : from)).toBe(true)
  })

  it('runs alone: a second waits for the first, and finds nothing left', async () => {
    const [collector, other] = await open()
    await write(collector, ...(await garbage(100)))
    const first = collector.repo.collect()
    await first.next()

    const second = rest(other.repo.collect())
    await nextTurn()

    expect(1 + (await rest(first))).toBe(100)
    expect(await second).toBe(0)
  })

  it('does not hold up the removal of a single block', async () => {
    const [collector, other] = await open()
    const doomed = await rawFile('garbage 99')
    await write(collector, ...(await garbage(100)))
    const collection = collector.repo.collect()
    await collection.next()

    await other.blocks.remove(doomed.cid, { force: true })

    expect(await other.blockstore.has(doomed.cid)).toBe(false)
    await rest(collection)
  })
})

describe('a collector that was killed', () => {
  it('is noticed by the next add, which leaves nothing of its collection open', async () => {
    const ports = memoryPorts()
    const killed = await memoryNode(ports)
    await write(killed, ...(await garbage(100)))
    await killed.repo.collect().next()

    const after = await memoryNode({ ...ports, locks: memoryPorts().locks })
    await add(after, await file('after the kill'))
    await nextTurn()
    await add(after, await file('later'))

    expect(await rows(ports)).toBe(0)
    expect(await rest(after.repo.collect())).toBe(100 - 32)
  })

  it('does not keep the next collection from removing what it must not keep', async () => {
    const ports = memoryPorts()
    const killed = await memoryNode(ports)
    await write(killed, ...(await garbage(100)))
    await killed.repo.collect().next()
    const dead = await file('written by the killed process')
    await killed.repo.whileAdding(() => write(killed, dead))
    expect(await rows(ports)).toBe(dead.blocks.length)

    const after = await memoryNode({ ...ports, locks: memoryPorts().locks })
    await rest(after.repo.collect())

    expect(await listed(after.blockstore)).toEqual([])
  })
})

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
