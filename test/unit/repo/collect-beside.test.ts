import { describe, expect, it } from 'vitest'
import type { StorageNode } from '../../../src/node/create.ts'
import { listed, nextTurn } from '../../contracts/blocks.ts'
import { chunkedFile, rawFile } from '../../requests/stored-tree.ts'
import { memoryNode, memoryPorts } from '../memory-ports.ts'
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
