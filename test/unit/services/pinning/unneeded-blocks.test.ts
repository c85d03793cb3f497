import { describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../../../src/access/policy.ts'
import { createApp } from '../../../../src/app.ts'
import { memoryBlockstore } from '../../../../src/memory/memory-blockstore.ts'
import { createNode } from '../../../../src/node/create.ts'
import { WHOLE_NODE } from '../../../../src/node/whole-node.ts'
import { pinRoutes } from '../../../../src/services/pinning/routes.ts'
import type { PinServiceSettings } from '../../../../src/services/pinning/settings.ts'
import { nextTurn } from '../../../contracts/blocks.ts'
import type { Send, SendInit } from '../../../hosts/host.ts'
import { AUTHORIZATIONS, tokenOf } from '../../../requests/access-matrix.ts'
import { carOf, carSection, carStart, rawBlock } from '../../../requests/made-car.ts'
import { pinUser } from '../../../requests/pin-service.ts'
import { chunkedFile, rawFile, type StoredBlock } from '../../../requests/stored-tree.ts'
import { memoryPorts } from '../../memory-ports.ts'
import { file } from '../../repo/beside.ts'

const tree = await chunkedFile([
  await rawFile('the first of the pin'),
  await rawFile('the second of the pin'),
])
const leaves = tree.blocks.filter(({ cid }) => !cid.equals(tree.cid))
const others = await Promise.all([1, 2, 3].map((seed) => rawBlock(new Uint8Array(100_000).fill(seed))))
const cid = tree.cid.toString()
const QUOTA_BYTES = 250_000

async function serving(pinService: Partial<PinServiceSettings> = { maxBytes: QUOTA_BYTES }) {
  const plain = memoryBlockstore()
  let batches = 0
  const ports = memoryPorts({
    blockstore: {
      ...plain,
      async putMany(blocks, options) {
        await plain.putMany(blocks, options)
        batches += 1
      },
    },
  })
  const node = await createNode(ports, {
    ...{ parts: WHOLE_NODE, repoPath: 'memory', system: 'memory/node', pinService },
  })
  const app = createApp(node, loopbackPolicy(AUTHORIZATIONS), { services: { pins: pinRoutes } })
  const send: Send = async (target, init) => {
    const streamed: SendInit = { ...init, duplex: 'half' }
    return app.fetch(typeof target === 'string' ? new Request(`http://127.0.0.1${target}`, streamed) : target)
  }
  const ann = pinUser(send, tokenOf('pins'))
  const held = async (blocks: readonly StoredBlock[]) =>
    Promise.all(blocks.map((block) => node.blockstore.has(block.cid)))
  const upload = async (car: BodyInit, root = cid) => {
    const asked = await ann.untilUpload(await ann.add({ cid: root }))
    return (await ann.upload(asked, car)).status
  }
  const untilBatches = async (count: number) => {
    for (let turns = 0; batches < count && turns < 1000; turns += 1) await nextTurn()
    expect(batches).toBeGreaterThanOrEqual(count)
  }
  return { node, upload, held, untilBatches }
}

describe('blocks of an upload that its pin does not need', () => {
  it.each([
    ['of an incomplete DAG', 400, [...leaves.slice(1), ...others.slice(0, 2)]],
    ['over the quota', 409, [...tree.blocks, ...others]],
    ['beside a whole DAG', 200, [...others.slice(0, 2), ...tree.blocks]],
  ])('are removed: %s', async (_, status, blocks) => {
    const { upload, held } = await serving()

    expect(await upload(await carOf([tree.cid], blocks))).toBe(status)

    expect(await held(others)).toEqual([false, false, false])
    expect(await held(tree.blocks)).toEqual(tree.blocks.map(() => status === 200))
  })

  it('are removed when the CAR breaks off', async () => {
    const { upload, held } = await serving()
    const car = await carOf([tree.cid], [...others.slice(0, 2), ...tree.blocks])

    expect(await upload(car.subarray(0, -10))).toBe(400)

    expect(await held([...others, ...tree.blocks])).not.toContain(true)
  })

  it('stay when they were held before, or somebody else has put them since', async () => {
    const { node, upload, held } = await serving()
    const [first, second, third] = others
    if (!first || !second || !third) throw new Error('There are three')
    await node.blockstore.putMany([first])
    const car = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(carStart([tree.cid]))
        for (const block of [first, second]) for (const part of carSection(block)) controller.enqueue(part)
        await node.blockstore.putMany([second])
        for (const part of carSection(third)) controller.enqueue(part)
        controller.close()
      },
    })

    expect(await upload(car)).toBe(409)

    expect(await held(others)).toEqual([true, true, false])
  })

  it.each([
    ['the first', [false, true]],
    ['the second', [true, false]],
    ['each', [false, false]],
  ])(
    'are removed, of two uploads of the same blocks of which %s breaks off, unless the other is pinned',
    async (_, whole) => {
      const { upload, held, untilBatches } = await serving()
      const sent = await file('sent twice', 300)
      const [root, ...parts] = [...sent.blocks].reverse()
      if (!root) throw new Error('There is a root')
      const uploads = whole.map((isWhole) => {
        const car = new ReadableStream<Uint8Array>({
          async start(controller) {
            controller.enqueue(await carOf([sent.cid], parts))
            await untilBatches(2)
            for (const part of carSection(root).slice(0, isWhole ? 3 : 2)) controller.enqueue(part)
            controller.close()
          },
        })
        return upload(car, `${sent.cid}`)
      })

      expect(await Promise.all(uploads)).toEqual(whole.map((isWhole) => (isWhole ? 200 : 400)))

      expect(new Set(await held(parts))).toEqual(new Set([whole.includes(true)]))
    },
  )

  it('are not received beyond the quota', async () => {
    const { upload } = await serving()
    let sent = 0
    const car = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          if (sent === 0) controller.enqueue(carStart([tree.cid]))
          const block = await rawBlock(new Uint8Array(100_000).fill(sent))
          sent += 1
          for (const part of carSection(block)) controller.enqueue(part)
          if (sent === 1000) controller.close()
        },
      },
      { highWaterMark: 0 },
    )

    expect(await upload(car)).toBe(409)

    expect(sent).toBeLessThan(20)
  })
})
