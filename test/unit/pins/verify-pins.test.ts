import { describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import type { StorageNode } from '../../../src/node/create.ts'
import type { VerifiedPin } from '../../../src/pins/verify-pins.ts'
import { chunkedFile, directory, rawFile, type StoredTree } from '../../requests/stored-tree.ts'
import { memoryNode, memoryPorts } from '../memory-ports.ts'

const file = async (name: string) =>
  chunkedFile([await rawFile(`${name}, one`), await rawFile(`${name}, two`)])

/** A node that holds and pins these, without the lost blocks. */
async function nodeWith(trees: readonly StoredTree[], lost: readonly StoredTree[]): Promise<StorageNode> {
  const node = await memoryNode()
  await node.blockstore.putMany(trees.flatMap(({ blocks }) => blocks))
  await node.pins.addRoots(trees.map(({ cid }) => cid))
  for (const { cid } of lost) await node.blockstore.delete(cid)
  return node
}

async function verified({ pins }: StorageNode): Promise<Map<string, VerifiedPin['bad']>> {
  const found = new Map<string, VerifiedPin['bad']>()
  for await (const { cid, bad } of pins.verify()) found.set(`${cid}`, bad)
  return found
}

const missing = ({ cid }: StoredTree) => ({
  cid,
  error: `block was not found locally (offline): ipld: could not find ${cid}`,
})

describe('pins.verify()', () => {
  it('finds every bad block of a pin, past the first', async () => {
    const [one, two, good] = [await file('one'), await file('two'), await file('good')]
    const [lost, other] = [await rawFile('one, one'), two]
    const tree = await directory({ one, two, good })
    const node = await nodeWith([tree, good], [lost, other])

    const found = await verified(node)

    expect(found.get(`${good.cid}`)).toEqual([])
    expect(found.get(`${tree.cid}`)).toHaveLength(2)
    expect(found.get(`${tree.cid}`)).toEqual(expect.arrayContaining([missing(lost), missing(other)]))
  })

  it('reads leaves, and says which are corrupt', async () => {
    const tree = await file('flipped')
    const bad = await rawFile('flipped, one')
    const ports = memoryPorts()
    const node = await memoryNode(ports)
    await node.blockstore.putMany(tree.blocks)
    await node.pins.addRoots([tree.cid])
    await ports.blockstore.replace(bad.cid, Uint8Array.of(1, 2, 3))

    const error = `block in storage has different hash than requested: ${bad.cid}`
    expect((await verified(node)).get(`${tree.cid}`)).toEqual([{ cid: bad.cid, error }])
  })

  it('finds what several pins share broken under each of them', async () => {
    const shared = await file('shared')
    const lost = await rawFile('shared, two')
    const pins = await Promise.all(
      Array.from({ length: 5 }, async (_, number) => directory({ shared, own: await file(`own ${number}`) })),
    )
    const node = await nodeWith(pins, [lost])

    const found = await verified(node)

    expect([...found.values()]).toEqual(Array(5).fill([missing(lost)]))
  })

  it('tells of at most 1,000 bad blocks under a pin', async () => {
    const leaves = await Promise.all(Array.from({ length: 1_100 }, (_, number) => rawFile(`lost ${number}`)))
    const tree = await chunkedFile(leaves)
    const node = await nodeWith([tree], leaves)

    expect((await verified(node)).get(`${tree.cid}`)).toHaveLength(1_000)
  })

  it('leaves out a broken pin that is removed meanwhile', async () => {
    const tree = await file('removed')
    const ports = memoryPorts()
    const plain = await memoryNode(ports)
    const node = await memoryNode({
      ...ports,
      blockstore: {
        ...ports.blockstore,
        async get(...options) {
          await plain.pins.remove(tree.cid).catch(() => undefined)
          return ports.blockstore.get(...options)
        },
      },
    })
    await plain.pins.addRoots([tree.cid])

    expect(await verified(node)).toEqual(new Map())
  })
})

describe('POST /api/v0/pin/verify', () => {
  it('answers broken pins flat and nested, without their bad blocks when it is quiet', async () => {
    const [tree, lost] = [await file('broken'), await rawFile('broken, one')]
    const app = createApp(await nodeWith([tree], [lost]), loopbackPolicy())
    const post = async (query: string) =>
      (await app.request(`http://127.0.0.1/api/v0/pin/verify${query}`, { method: 'POST' })).text()
    const status = {
      Ok: false,
      BadNodes: [
        {
          Cid: `${lost.cid}`,
          Err: `block was not found locally (offline): ipld: could not find ${lost.cid}`,
        },
      ],
    }

    expect(JSON.parse(await post(''))).toEqual({ Cid: `${tree.cid}`, ...status, PinStatus: status })
    expect(await post('?quiet=true')).toBe(`{"Cid":"${tree.cid}","Ok":false,"PinStatus":{"Ok":false}}\n`)
    expect(await post('?encoding=text')).toBe(
      `${tree.cid} broken\n  ${lost.cid}: block was not found locally (offline): ipld: could not find ${lost.cid}\n`,
    )
    expect(await post('?encoding=text&quiet=true')).toBe(`${tree.cid}\n`)
  })
})
