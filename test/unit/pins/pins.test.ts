import { describe, expect, it } from 'vitest'
import type { StorageNode } from '../../../src/node/create.ts'
import type { ListedPin } from '../../../src/pins/pins.ts'
import { chunkedFile, rawFile, type StoredTree } from '../../requests/stored-tree.ts'
import { memoryNode, memoryPorts } from '../memory-ports.ts'

const store = ({ blockstore }: StorageNode, ...trees: readonly StoredTree[]) =>
  blockstore.putMany(trees.flatMap(({ blocks }) => blocks))

async function list({ pins }: StorageNode): Promise<ListedPin[]> {
  const found: ListedPin[] = []
  for await (const pin of pins.list()) found.push(pin)
  return found
}

const file = async (name: string) =>
  chunkedFile([await rawFile(`${name}, one`), await rawFile(`${name}, two`)])

describe('pins.addRoots()', () => {
  it('pins all roots in one batch, and none when it fails', async () => {
    const ports = memoryPorts()
    let batches = 0
    let isBroken = true
    const datastore: typeof ports.datastore = {
      ...ports.datastore,
      async batch(...options) {
        batches += 1
        if (isBroken) throw new Error('killed')
        return ports.datastore.batch(...options)
      },
    }
    await memoryNode(ports)
    const node = await memoryNode({ ...ports, datastore })
    const roots = [await rawFile('root one'), await rawFile('root two')]
    await store(node, ...roots)

    await expect(node.pins.addRoots(roots.map(({ cid }) => cid))).rejects.toThrow('killed')
    expect(await list(node)).toEqual([])
    isBroken = false
    await node.pins.addRoots(roots.map(({ cid }) => cid))

    expect(await list(node)).toHaveLength(2)
    expect(batches).toBe(2)
  })

  it('reads no block', async () => {
    const ports = memoryPorts()
    const read = () => Promise.reject(new Error('read'))
    const node = await memoryNode({ ...ports, blockstore: { ...ports.blockstore, get: read, has: read } })

    await node.pins.addRoots([(await file('written just now')).cid])

    expect(await node.pins.find((await file('written just now')).cid, { type: 'recursive' })).toBeDefined()
  })
})

describe('pins of two processes on one storage', () => {
  it('what one has read is read again when the other was faster', async () => {
    const ports = memoryPorts()
    const tab = await memoryNode(ports)
    let isFaster = true
    const datastore: typeof ports.datastore = {
      ...ports.datastore,
      async batch(...options) {
        if (isFaster) {
          isFaster = false
          await tab.pins.add(tree.cid)
        }
        return ports.datastore.batch(...options)
      },
    }
    const worker = await memoryNode({ ...ports, datastore })
    const tree = await file('pinned twice at once')
    await store(tab, tree)

    await expect(worker.pins.add(tree.cid, { recursive: false })).rejects.toMatchObject({
      message: `pin: ${tree.cid} already pinned recursively`,
    })

    expect((await list(tab)).filter(({ cid }) => cid.equals(tree.cid))).toMatchObject([{ type: 'recursive' }])
    expect(await tab.pins.find(tree.cid, { type: 'direct' })).toBeUndefined()
  })

  it('all of many adds at once are kept', async () => {
    const ports = memoryPorts()
    const [tab, worker] = [await memoryNode(ports), await memoryNode(ports)]
    const trees = await Promise.all(Array.from({ length: 20 }, (_, number) => rawFile(`root ${number}`)))
    await store(tab, ...trees)

    await Promise.all(trees.map(({ cid }, at) => (at % 2 ? tab : worker).pins.add(cid)))

    expect(await list(worker)).toHaveLength(20)
  })

  it('one sees at once what the other has unpinned', async () => {
    const ports = memoryPorts()
    const [tab, worker] = [await memoryNode(ports), await memoryNode(ports)]
    const tree = await file('seen by both')
    const leaf = (await rawFile('seen by both, one')).cid
    await store(tab, tree)
    await tab.pins.add(tree.cid)

    expect(await worker.pins.retentionReason(leaf)).toBe(`pinned via ${tree.cid}`)
    await tab.pins.remove(tree.cid)

    expect(await worker.pins.retentionReason(leaf)).toBeUndefined()
  })
})

describe('pins.retentionReason()', () => {
  it('asks the Datastore no more often when there are more pins', async () => {
    const ports = memoryPorts()
    let reads = 0
    const datastore: typeof ports.datastore = {
      ...ports.datastore,
      get: (...options) => {
        reads += 1
        return ports.datastore.get(...options)
      },
      async *range(...options) {
        for await (const entry of ports.datastore.range(...options)) {
          reads += 1
          yield entry
        }
      },
    }
    const node = await memoryNode({ ...ports, datastore })
    const trees = await Promise.all(Array.from({ length: 200 }, (_, number) => rawFile(`root ${number}`)))
    await store(node, ...trees)
    await node.pins.addRoots(trees.map(({ cid }) => cid))
    const [first] = trees
    if (!first) throw new Error('no tree')

    reads = 0
    expect(await node.pins.retentionReason(first.cid)).toBe('pinned: recursive')
    expect(await node.pins.find(first.cid)).toMatchObject({ type: 'recursive' })

    expect(reads).toBeLessThanOrEqual(3)
  })

  it('walks once between two changes of the Datastore', async () => {
    const ports = memoryPorts()
    let reads = 0
    const blockstore: typeof ports.blockstore = {
      ...ports.blockstore,
      get: (...options) => {
        reads += 1
        return ports.blockstore.get(...options)
      },
    }
    const node = await memoryNode({ ...ports, blockstore })
    const tree = await file('walked once')
    await store(node, tree)
    await node.pins.add(tree.cid)
    reads = 0

    for (const { cid } of tree.blocks) await node.pins.retentionReason(cid)
    await node.pins.retentionReason((await rawFile('not pinned')).cid)

    expect(reads).toBe(1)
  })
})
