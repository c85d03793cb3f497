import { describe, expect, it } from 'vitest'
import type { StorageNode } from '../../../src/node/create.ts'
import { nextTurn } from '../../contracts/blocks.ts'
import { memoryNode, memoryPorts } from '../memory-ports.ts'
import { add, file, garbage, isWhole, rest, slowAdd, stalledAdd, write } from './beside.ts'

/** A stored block that nothing keeps. */
async function doomedBlock(node: StorageNode) {
  const [doomed] = await garbage(1)
  if (!doomed) throw new Error('Cannot make garbage: there is none')
  await write(node, doomed)
  return doomed.cid
}

/** Whether a task has ended after so many turns that it would have, if it waited for nothing else. */
async function endsSoon(task: Promise<unknown>): Promise<boolean> {
  let hasEnded = false
  const end = () => {
    hasEnded = true
  }
  task.then(end, end)
  for (let turns = 0; turns < 50; turns += 1) await nextTurn()
  return hasEnded
}

describe('the removal of a block', () => {
  it('waits for no add that is receiving, nor do others wait for it', async () => {
    const node = await memoryNode()
    const cid = await doomedBlock(node)
    const tree = await file('slow', 10)
    const finish = await stalledAdd(node, tree, { after: 5 })

    expect(await endsSoon(node.blocks.remove(cid))).toBe(true)
    expect(await node.blockstore.has(cid)).toBe(false)
    expect(await endsSoon(add(node, await file('quick')))).toBe(true)
    expect(await endsSoon(rest(node.repo.collect()))).toBe(true)
    await finish()

    expect(await isWhole(node, tree)).toBe(true)
  })

  it('is refused for what an add that is receiving has put', async () => {
    const node = await memoryNode()
    const tree = await file('slow', 10)
    const finish = await stalledAdd(node, tree, { after: 5 })
    const [put, , , , , later] = tree.blocks
    if (!put || !later) throw new Error('Cannot take blocks of the file: it has fewer')

    await expect(node.blocks.remove(put.cid)).rejects.toMatchObject({
      code: 'failed-precondition',
      message: `in use: an add under way relies on ${put.cid}`,
    })
    await expect(node.blocks.remove(later.cid)).rejects.toMatchObject({ code: 'not-found' })
    await finish()

    expect(await isWhole(node, tree)).toBe(true)
  })

  it('waits for an add of which it cannot know, while new ones begin and end', async () => {
    const node = await memoryNode()
    const cid = await doomedBlock(node)
    const finish = await slowAdd(node, await file('slow'))

    const removing = node.blocks.remove(cid)
    expect(await endsSoon(removing)).toBe(false)
    expect(await endsSoon(add(node, await file('quick')))).toBe(true)
    expect(node.activity.readings()['waiting-collections'].now).toBe(1)
    await finish()
    await removing

    expect(await node.blockstore.has(cid)).toBe(false)
    expect(node.activity.readings()['waiting-collections'].now).toBe(0)
  })

  it('holds up no add that begins while it waits for one of another process', async () => {
    const ports = memoryPorts()
    const [node, other] = [await memoryNode(ports), await memoryNode(ports)]
    const cid = await doomedBlock(node)
    const finish = await stalledAdd(other, await file('slow', 10), { after: 5 })

    const removing = node.blocks.remove(cid)
    expect(await endsSoon(removing)).toBe(false)
    expect(await endsSoon(add(node, await file('quick')))).toBe(true)
    await finish()
    await removing

    expect(await node.blockstore.has(cid)).toBe(false)
  })

  it('keeps what an add needs that begins before the block is removed', async () => {
    const node = await memoryNode()
    const tree = await file('needed')
    await write(node, tree)
    const [leaf] = tree.blocks
    if (!leaf) throw new Error('Cannot take a block of the file: it has none')
    const finish = await slowAdd(node, await file('slow'))
    const removing = node.blocks.remove(leaf.cid).catch((error: unknown) => error)
    await nextTurn()

    await add(node, tree)
    await finish()

    expect(await removing).toMatchObject({ code: 'failed-precondition' })
    expect(await isWhole(node, tree)).toBe(true)
  })
})
