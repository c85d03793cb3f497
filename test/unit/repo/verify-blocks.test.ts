import { describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import type { VerifiedBlock } from '../../../src/repo/verify-blocks.ts'
import { listed, nextTurn, numberedBlocks } from '../../contracts/blocks.ts'
import { memoryNode, memoryPorts } from '../memory-ports.ts'

/** A node with ten blocks, of which the third is not what its CID says. */
async function brokenNode() {
  const ports = memoryPorts()
  const blocks = await numberedBlocks(10)
  const [bad] = blocks.splice(2, 1)
  if (!bad) throw new Error('no block')
  await ports.blockstore.putMany([...blocks, { ...bad, bytes: Uint8Array.of(1, 2, 3) }])
  return { ports, node: await memoryNode(ports), bad: bad.cid, whole: bad.bytes }
}

async function all(items: AsyncIterable<VerifiedBlock>): Promise<VerifiedBlock[]> {
  const found: VerifiedBlock[] = []
  for await (const item of items) found.push(item)
  return found
}

describe('repo.verify()', () => {
  it('hashes every block, and finds the one that is corrupt', async () => {
    const { ports, node, bad } = await brokenNode()

    const found = await all(node.repo.verify())

    expect(found).toHaveLength(10)
    expect(found.filter(({ state }) => state !== 'good')).toEqual([{ cid: bad, state: 'corrupt' }])
    expect(await listed(ports.blockstore)).toHaveLength(10)
  })

  it('removes it when it is asked to, and nothing else', async () => {
    const { node, bad } = await brokenNode()

    const found = await all(node.repo.verify({ drop: true }))

    expect(found.filter(({ state }) => state !== 'good')).toEqual([{ cid: bad, state: 'removed' }])
    expect(await node.ports.blockstore.has(bad)).toBe(false)
    expect(await listed(node.ports.blockstore)).toHaveLength(9)
  })

  it('does not remove what an add in flight has written anew', async () => {
    const { node, bad, whole } = await brokenNode()
    const mayEnd = Promise.withResolvers<void>()
    const adding = node.repo.whileAdding(() => mayEnd.promise)

    const verifying = all(node.repo.verify({ drop: true }))
    await nextTurn()
    await node.ports.blockstore.delete(bad)
    await node.ports.blockstore.put(bad, whole)
    mayEnd.resolve()
    await adding

    expect((await verifying).every(({ state }) => state === 'good')).toBe(true)
    expect(await node.ports.blockstore.has(bad)).toBe(true)
  })

  it('leaves out a block that goes meanwhile', async () => {
    const { ports, bad } = await brokenNode()
    const blockstore = { ...ports.blockstore, get: async () => undefined }
    const node = await memoryNode({ ...ports, blockstore })

    expect(await all(node.repo.verify({ drop: true }))).toEqual([])
    expect(await ports.blockstore.has(bad)).toBe(true)
  })
})

describe('POST /api/v0/repo/verify', () => {
  async function lines(query: string) {
    const { node, bad } = await brokenNode()
    const app = createApp(node, loopbackPolicy())
    const response = await app.request(`http://127.0.0.1/api/v0/repo/verify${query}`, { method: 'POST' })
    const text = await response.text()
    return {
      bad,
      found: text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    }
  }

  it('names corrupt blocks among the progress, and ends with an error', async () => {
    const { bad, found } = await lines('')

    expect(found).toHaveLength(10 + 1 + 1)
    expect(found).toContainEqual({
      Msg: `block ${bad} was corrupt (block in storage has different hash than requested)`,
      Progress: 0,
    })
    expect(found.at(-2)).toEqual({ Msg: '', Progress: 10 })
    expect(found.at(-1)).toEqual({
      Message: 'verify complete, some blocks were corrupt',
      Code: 0,
      Type: 'error',
    })
  })

  it('ends well when it has removed them', async () => {
    const { bad, found } = await lines('?drop=true')

    expect(found).toContainEqual({
      Msg: `block ${bad} was corrupt (block in storage has different hash than requested), removed`,
      Progress: 0,
    })
    expect(found.at(-1)).toEqual({ Msg: 'verify complete, 1 blocks corrupt, 1 removed', Progress: 0 })
  })
})
