import { describe, expect, it } from 'vitest'
import type { StorageNode } from '../../../../src/node/create.ts'
import { listed, nextTurn } from '../../../contracts/blocks.ts'
import { carOf } from '../../../requests/made-car.ts'
import type { StoredTree } from '../../../requests/stored-tree.ts'
import { memoryNode } from '../../memory-ports.ts'
import { file, garbage, isWhole, rest, write } from '../../repo/beside.ts'

const HOLDER = 'ann'

/** The blocks that a CAR brings are stored in batches of this size. */
const BATCH_BLOCKS = 256

/** Stores four blocks that nothing keeps. Returns one of them. */
async function doomedBlock(node: StorageNode) {
  const [doomed, ...others] = await garbage(4)
  if (!doomed) throw new Error('Cannot make garbage: there is none')
  await write(node, doomed, ...others)
  return doomed.cid
}

/** A source that has these blocks, and stalls at the last of them until `goOn` is called. */
function stallingSource(blocks: StoredTree['blocks']) {
  const stalled = Promise.withResolvers<void>()
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>()
  const open = () => ({
    async get(cid: StoredTree['cid']) {
      const at = blocks.findIndex((block) => block.cid.equals(cid))
      if (at === blocks.length - 1) {
        stalled.resolve()
        await mayGoOn
      }
      return blocks[at]?.bytes
    },
  })
  return { source: { isReachable: true, open }, stalled: stalled.promise, goOn }
}

async function pinned(node: StorageNode, requestId: string) {
  const { pinService } = await node.use(['pinService'])
  for (let turns = 0; turns < 1000; turns += 1) {
    const pin = await pinService.find(HOLDER, requestId)
    if (pin.state === 'pinned') return pin
    await nextTurn()
  }
  throw new Error('The pin is not pinned')
}

const requested = ({ cid }: StoredTree) => ({ cid: cid.toString(), name: '', origins: [], meta: {} })

describe('a garbage collection and the removal of a block', () => {
  it('do not wait for the peers of a pin, and keep what it has fetched and found', async () => {
    const node = await memoryNode()
    const { pinService, remoteSources } = await node.use(['pinService', 'remoteSources'])
    const tree = await file('fetched', 10)
    const [held, foreign] = [tree.blocks.slice(0, 5), tree.blocks.slice(5)]
    const doomed = await doomedBlock(node)
    await node.blockstore.putMany(held)
    const { source, stalled, goOn } = stallingSource(foreign)
    remoteSources.add(source)
    const { requestId } = await pinService.add(HOLDER, requested(tree))
    await stalled

    await node.blocks.remove(doomed)
    expect(await rest(node.repo.collect())).toBe(3)
    await expect(node.blocks.remove(tree.cid)).rejects.toMatchObject({ code: 'failed-precondition' })
    goOn()
    await pinned(node, requestId)

    expect(await isWhole(node, tree)).toBe(true)
    expect(await rest(node.repo.collect())).toBe(0)
  })

  it('do not wait for the client of an upload, and keep what it has sent', async () => {
    const node = await memoryNode()
    const { pinService } = await node.use(['pinService'])
    const tree = await file('sent', 300)
    const doomed = await doomedBlock(node)
    const car = new Uint8Array(await new Blob([await carOf([tree.cid], tree.blocks)]).arrayBuffer())
    const stalled = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    async function* content() {
      yield car.subarray(0, car.byteLength - 1)
      stalled.resolve()
      await goOn.promise
      yield car.subarray(car.byteLength - 1)
    }
    const { requestId } = await pinService.add(HOLDER, requested(tree))
    const uploading = pinService.upload(HOLDER, requestId, content())
    await stalled.promise

    await node.blocks.remove(doomed)
    expect(await rest(node.repo.collect())).toBe(3)
    expect(await listed(node.blockstore)).toHaveLength(BATCH_BLOCKS)
    goOn.resolve()

    expect(await uploading).toMatchObject({ state: 'pinned' })
    expect(await isWhole(node, tree)).toBe(true)
    expect(await rest(node.repo.collect())).toBe(0)
  })
})
