import { describe, expect, it } from 'vitest'
import type { Ports, StorageNode } from '../../../src/node/create.ts'
import { listed } from '../../contracts/blocks.ts'
import { chunkedFile, directory, rawFile } from '../../requests/stored-tree.ts'
import { interceptedWrites } from '../intercepted-storage.ts'
import { memoryNode, memoryPorts } from '../memory-ports.ts'

/** Lets `writes` writes through; the next one, and all after it, find the process killed. */
function mortal(ports: Pick<Ports, 'blockstore' | 'datastore'>, writes: number) {
  let left = writes
  return interceptedWrites(ports, () => {
    if (left <= 0) throw new Error('killed')
    left -= 1
  })
}

const old = await directory({ a: await chunkedFile([await rawFile('old one'), await rawFile('shared')]) })
const fresh = await directory({ b: await chunkedFile([await rawFile('new one'), await rawFile('shared')]) })
const beside = await directory({ c: await chunkedFile([await rawFile('old one'), await rawFile('shared')]) })
const moved = await chunkedFile([await rawFile('new one'), await rawFile('moved')])
const single = await rawFile('pinned directly')
const doomed = await rawFile('removed by itself')

/** A run: `done` lists its finished steps, in order. */
async function live(node: StorageNode, done: string[]): Promise<void> {
  await node.repo.whileAdding(async () => {
    for (const { cid, bytes } of fresh.blocks) await node.blockstore.putMany([{ cid, bytes }])
    await node.pins.addRoots([fresh.cid])
  })
  done.push('added')
  await node.repo.whileAdding(() => node.pins.add(single.cid, { recursive: false }))
  await node.repo.whileAdding(() => node.pins.add(single.cid))
  done.push('pinned')
  await node.blocks.remove(doomed.cid)
  done.push('removed')
  await node.pins.remove(old.cid)
  done.push('unpinned')
  const collection = node.repo.collect()
  await collection.next()
  await node.repo.whileAdding(async () => {
    for (const { cid, bytes } of beside.blocks) await node.blockstore.putMany([{ cid, bytes }])
    for (const { cid, bytes } of moved.blocks) await node.blockstore.putMany([{ cid, bytes }])
    await node.pins.addRoots([beside.cid])
  })
  done.push('added beside')
  await node.repo.whileAdding(() => node.pins.update({ from: fresh.cid, to: moved.cid }))
  done.push('moved')
  for await (const _ of collection);
  done.push('collected')
}

describe('a process killed between any two writes', () => {
  it('leaves a store that opens, in which every pin is whole and nothing acknowledged is lost', async () => {
    let kills = 0
    for (let writes = 0; ; writes += 1) {
      const ports = memoryPorts()
      const before = await memoryNode(ports)
      await before.blockstore.putMany([old, moved, single, doomed].flatMap(({ blocks }) => blocks))
      await before.pins.add(old.cid)
      const done: string[] = []
      const life = memoryNode({ ...memoryPorts(), ...mortal(ports, writes) }).then((node) => live(node, done))
      await life.catch((error: unknown) => expect(error).toMatchObject({ message: 'killed' }))
      if (done.includes('collected')) break
      kills += 1

      const after = await memoryNode({ ...memoryPorts(), ...ports, locks: memoryPorts().locks })
      const pinned = new Map<string, string>()
      for await (const { cid, type } of after.pins.list()) pinned.set(`${cid}`, type)
      for await (const _ of after.repo.collect());
      const held = new Set((await listed(after.blockstore)).map(({ cid }) => `${cid.toV1().multihash.bytes}`))
      const isWhole = (tree: typeof old) =>
        tree.blocks.every(({ cid }) => held.has(`${cid.toV1().multihash.bytes}`))

      const where = `killed after ${writes} writes, having ${done.at(-1) ?? 'done nothing'}`
      for (const tree of [old, fresh, single, beside, moved]) {
        if (pinned.get(`${tree.cid}`) === 'recursive') expect(isWhole(tree), where).toBe(true)
      }
      const isFreshMoved = pinned.get(`${moved.cid}`) === 'recursive'
      if (done.includes('added'))
        expect(pinned.get(`${fresh.cid}`) === 'recursive', where).toBe(!isFreshMoved)
      if (done.includes('moved')) expect(isFreshMoved, where).toBe(true)
      if (done.includes('added beside')) expect(pinned.get(`${beside.cid}`), where).toBe('recursive')
      if (done.includes('pinned')) expect(pinned.get(`${single.cid}`), where).toBe('recursive')
      if (done.includes('unpinned')) expect(pinned.has(`${old.cid}`), where).toBe(false)
    }

    expect(kills).toBeGreaterThan(30)
  })
})
