import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../edge/system-clock.ts'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import type { BlockReader } from '../../../src/blocks/load-block.ts'
import { blockKey } from '../../../src/codec/cid/cid.ts'
import { createNode } from '../../../src/node/create.ts'
import { WHOLE_NODE } from '../../../src/node/whole-node.ts'
import type { Blockstore } from '../../../src/ports/blockstore.ts'
import { healBlock } from '../../../src/repo/heal-block.ts'
import type { VerifiedBlock } from '../../../src/repo/verify-blocks.ts'
import { listed, nextTurn, numberedBlocks } from '../../contracts/blocks.ts'
import { handClock } from '../hand-clock.ts'
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
    expect(await node.blockstore.has(bad)).toBe(false)
    expect(await listed(node.blockstore)).toHaveLength(9)
  })

  it('heals from a good copy, also one that readers were given all the time', async () => {
    const { ports, bad, whole } = await brokenNode()
    const store = ports.blockstore
    const blockstore: Blockstore = {
      ...store,
      async *copies(cid, options) {
        yield* store.copies(cid, options)
        if (blockKey(cid) === blockKey(bad)) yield whole
      },
    }
    const node = await memoryNode({ ...ports, blockstore })
    expect(await node.blockstore.get(bad)).toEqual(whole)

    const found = await all(node.repo.verify({ heal: true }))

    expect(found.filter(({ state }) => state !== 'good')).toEqual([{ cid: bad, state: 'healed' }])
    expect(await store.get(bad)).toEqual(whole)
  })

  it('heals from the first gateway that has the right bytes, and asks for corrupt blocks alone', async () => {
    const { ports, bad, whole } = await brokenNode()
    const asked: string[] = []
    const outbound = {
      refusal: () => undefined,
      async fetch({ url }: Request) {
        asked.push(url)
        if (url.startsWith('https://none.')) return new Response(null, { status: 404 })
        if (url.startsWith('https://moved.')) return Response.redirect('https://good.example/', 302)
        if (url.startsWith('https://liar.')) return new Response('wrong')
        return new Response(whole.slice())
      },
    }
    const healGateways = ['none', 'moved', 'liar', 'good', 'unasked'].map((name) => `https://${name}.example`)
    const node = await createNode(
      memoryPorts({ ...ports, outbound: { healing: outbound }, clock: systemClock() }),
      {
        parts: WHOLE_NODE,
        repoPath: 'memory',
        system: 'memory/node',
        blocks: { healGateways },
      },
    )

    const found = await all(node.repo.verify({ heal: true }))

    expect(found.filter(({ state }) => state !== 'good')).toEqual([{ cid: bad, state: 'healed' }])
    expect(await ports.blockstore.get(bad)).toEqual(whole)
    expect(new Set(asked)).toEqual(
      new Set(healGateways.slice(0, 4).map((origin) => `${origin}/ipfs/${bad}?format=raw`)),
    )
    expect(await node.quarantine.counts()).toEqual({ corrupt: 1, quarantined: 0, healed: 1 })
  })

  it('asks the next gateway when one takes longer than the caller allows', async () => {
    const { ports, node, bad, whole } = await brokenNode()
    const clock = handClock()
    const silent: BlockReader = {
      get: (_, { signal } = {}) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    }
    const gateways = [silent, { get: async () => whole }]
    const options = { ...{ blockstore: node.blockstore, stored: ports.blockstore }, gateways, clock }

    const healed = healBlock(bad, { ...options, isCorrupt: true, healTimeoutMs: 2_000 })
    await clock.move(1_999)
    expect(await Promise.race([healed, 'waiting'])).toBe('waiting')
    await clock.move(1)

    expect(await healed).toBe(true)
    expect(await ports.blockstore.get(bad)).toEqual(whole)
  })

  it('removes what it cannot heal, and says that it is missing', async () => {
    const { ports, node, bad } = await brokenNode()

    const found = await all(node.repo.verify({ heal: true }))

    expect(found.filter(({ state }) => state !== 'good')).toEqual([{ cid: bad, state: 'missing' }])
    expect(await ports.blockstore.has(bad)).toBe(false)
    expect(await node.quarantine.counts()).toEqual({ corrupt: 1, quarantined: 0, healed: 0 })
  })

  it('does not remove what an add in flight has written anew', async () => {
    const { node, bad, whole } = await brokenNode()
    const mayEnd = Promise.withResolvers<void>()
    const adding = node.repo.whileAdding(() => mayEnd.promise)

    const verifying = all(node.repo.verify({ drop: true }))
    await nextTurn()
    await node.blockstore.delete(bad)
    await node.blockstore.put(bad, whole)
    mayEnd.resolve()
    await adding

    expect((await verifying).every(({ state }) => state === 'good')).toBe(true)
    expect(await node.blockstore.has(bad)).toBe(true)
  })

  it('leaves out a block that is removed meanwhile', async () => {
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

  it('ends with an error when it could not heal all', async () => {
    const { bad, found } = await lines('?heal=true')

    expect(found).toContainEqual({
      Msg:
        `block ${bad} was corrupt (block in storage has different hash than requested), removed, ` +
        `failed to heal (ipld: could not find ${bad})`,
      Progress: 0,
    })
    expect(found.at(-1)).toEqual({
      Message: 'verify complete, 1 blocks corrupt, 1 removed, 1 failed to heal',
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
