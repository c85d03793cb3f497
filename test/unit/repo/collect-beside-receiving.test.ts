import { describe, expect, it } from 'vitest'
import { listed, nextTurn } from '../../contracts/blocks.ts'
import { memoryNode, memoryPorts } from '../memory-ports.ts'
import { file, garbage, isWhole, receivingAdd, rest, rows, stalledAdd, write } from './beside.ts'

describe('a collection beside an add that is receiving', () => {
  it('does not wait for it, keeps what it has put, and lets it end', async () => {
    const node = await memoryNode()
    const tree = await file('slow', 10)
    await write(node, ...(await garbage(50)))
    const finish = await stalledAdd(node, tree, { after: 5 })

    expect(await rest(node.repo.collect())).toBe(50)
    expect(await listed(node.blockstore)).toHaveLength(5)
    await finish()

    expect(await isWhole(node, tree)).toBe(true)
    expect(await rest(node.repo.collect())).toBe(0)
    expect(await rows(node)).toBe(0)
  })

  it('keeps blocks that were garbage before the add put them', async () => {
    const node = await memoryNode()
    const tree = await file('garbage first', 10)
    await write(node, tree, ...(await garbage(3)))
    const finish = await stalledAdd(node, tree, { after: 5 })

    expect(await rest(node.repo.collect())).toBe(3 + tree.blocks.length - 5)
    await finish()

    expect(await isWhole(node, tree)).toBe(true)
  })

  it('may run several times meanwhile', async () => {
    const node = await memoryNode()
    const tree = await file('slow', 10)
    const finish = await stalledAdd(node, tree, { after: 5 })

    for (const [at, extra] of (await garbage(3)).entries()) {
      await write(node, extra)
      expect(await rest(node.repo.collect()), `collection ${at}`).toBe(1)
    }
    await finish()

    expect(await isWhole(node, tree)).toBe(true)
  })

  it('keeps what the add puts and pins before the collection has ended', async () => {
    const node = await memoryNode()
    const tree = await file('slow', 10)
    await write(node, tree, ...(await garbage(100)))
    const finish = await stalledAdd(node, tree, { after: 5 })
    const collection = node.repo.collect()
    await collection.next()

    await finish()
    await rest(collection)

    expect(await isWhole(node, tree)).toBe(true)
    expect(await listed(node.blockstore)).toHaveLength(tree.blocks.length)
  })

  it('has an add write anew what is just being removed', async () => {
    const ports = memoryPorts()
    const isRemoving = Promise.withResolvers<void>()
    const mayRemove = Promise.withResolvers<void>()
    const node = await memoryNode({
      ...ports,
      blockstore: {
        ...ports.blockstore,
        async delete(...options) {
          isRemoving.resolve()
          await mayRemove.promise
          return ports.blockstore.delete(...options)
        },
      },
    })
    const tree = await file('removed and put', 10)
    await write(node, tree)
    const finish = await stalledAdd(node, tree, { after: 5 })
    const collecting = rest(node.repo.collect())
    await isRemoving.promise

    const adding = finish()
    await nextTurn()
    mayRemove.resolve()
    await Promise.all([adding, collecting])

    expect(await isWhole(node, tree)).toBe(true)
  })

  it('leaves nothing of an add that has failed', async () => {
    const node = await memoryNode()
    const tree = await file('fails', 10)
    const received = (blocks: number) => (blocks === 5 ? Promise.reject(new Error('gone')) : nextTurn())

    await expect(receivingAdd(node, tree, { received })).rejects.toThrow('gone')

    expect(await rest(node.repo.collect())).toBe(5)
  })

  it('keeps what the add says that it relies on', async () => {
    const node = await memoryNode()
    const [tree, other] = [await file('refers', 10), await file('referred to', 3)]
    await write(node, other, ...(await garbage(2)))
    const finish = await stalledAdd(node, tree, { after: 5, refersTo: other })

    expect(await rest(node.repo.collect())).toBe(2)
    expect(await isWhole(node, other)).toBe(true)
    await finish()

    expect(await isWhole(node, tree)).toBe(true)
    expect(await rest(node.repo.collect())).toBe(other.blocks.length)
  })

  it('waits when the add has received all and is pinning', async () => {
    const node = await memoryNode()
    const tree = await file('pinning')
    const isPinning = Promise.withResolvers<void>()
    const mayPin = Promise.withResolvers<void>()
    const pinning = async () => {
      isPinning.resolve()
      await mayPin.promise
    }
    const adding = receivingAdd(node, tree, { pinning })
    await isPinning.promise

    const collecting = rest(node.repo.collect())
    for (let turns = 0; turns < 20; turns += 1) await nextTurn()
    expect(node.activity.readings()['waiting-collections'].now).toBe(1)
    mayPin.resolve()
    await Promise.all([adding, collecting])

    expect(await isWhole(node, tree)).toBe(true)
  })

  it('waits in another process', async () => {
    const ports = memoryPorts()
    const [collector, other] = [await memoryNode(ports), await memoryNode(ports)]
    const tree = await file('slow', 10)
    const finish = await stalledAdd(other, tree, { after: 5 })

    const collecting = rest(collector.repo.collect())
    for (let turns = 0; turns < 20; turns += 1) await nextTurn()
    expect(collector.activity.readings()['waiting-collections'].now).toBe(1)
    await finish()
    await collecting

    expect(await isWhole(collector, tree)).toBe(true)
  })

  it('in another process waits also for an add that has joined an epoch here', async () => {
    const ports = memoryPorts()
    const [collector, other] = [await memoryNode(ports), await memoryNode(ports)]
    const tree = await file('slow', 10)
    const finish = await stalledAdd(other, tree, { after: 5 })
    await rest(other.repo.collect())

    const collecting = rest(collector.repo.collect())
    for (let turns = 0; turns < 20; turns += 1) await nextTurn()
    expect(await listed(collector.blockstore)).toHaveLength(5)
    await finish()
    await collecting

    expect(await isWhole(collector, tree)).toBe(true)
  })
})
