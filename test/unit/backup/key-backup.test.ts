import { describe, expect, it } from 'vitest'
import { sealKeys } from '../../../src/backup/key-block.ts'
import { joinBytes } from '../../../src/codec/bytes/bytes.ts'
import { readCar } from '../../../src/codec/car/read-car.ts'
import { formatPeerId } from '../../../src/codec/cid/peer-id.ts'
import { memoryHostKey } from '../../../src/memory/memory-host-key.ts'
import { seededRandom } from '../../../src/memory/seeded-random.ts'
import { addIfRoom } from '../../../src/repo/add-if-room.ts'
import { rawFile } from '../../requests/stored-tree.ts'
import { memoryNode } from '../memory-ports.ts'

const PASSWORD = 'low tide at nine'
const content = await rawFile('backup with keys')
const PUBLISH = { lifetimeMs: 86_400_000, ttlMs: 60_000, hasV1: true }

/** A node that can keep keys. Each has another host key, and chance of its own. */
const nodeOf = (seed: number) =>
  memoryNode({ hostKey: memoryHostKey(new Uint8Array(32).fill(seed)), random: seededRandom(seed) })

type TestNode = Awaited<ReturnType<typeof nodeOf>>

const publish = (node: TestNode, key: string, path = `/ipfs/${content.cid}`) =>
  node.names.publish(path, { key, ...PUBLISH })

/** A node with two published names, one of them its identity, and a pin. */
async function filled(): Promise<TestNode> {
  const node = await nodeOf(1)
  await node.keys.create('blog', { type: 'secp256k1' })
  await node.repo.whileAdding(async () => {
    await node.blockstore.putMany(content.blocks)
    await node.pins.add(content.cid)
    for (const key of ['self', 'blog']) await publish(node, key)
  })
  return node
}

async function all<T>(from: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of from) found.push(item)
  return found
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

const exported = async (node: TestNode, password?: string) =>
  joinBytes(await all(node.backup.exporting({ password })))

const restored = (node: TestNode, file: Uint8Array, options: { password?: string; parts?: string[] } = {}) =>
  all(addIfRoom((stage) => node.backup.importing(once(file), { stage, ...options }), node))

const namesOf = async (node: TestNode) =>
  (await node.keys.list()).map(({ name, peerId }) => [name, formatPeerId(peerId)])

describe('a backup with keys', () => {
  it('makes another node the same one: its identity, its keys, and names that continue', async () => {
    const first = await filled()
    const second = await nodeOf(2)
    const [own] = await namesOf(second)

    const events = await restored(second, await exported(first, PASSWORD), { password: PASSWORD })

    expect(events).toContainEqual({ part: 'keys', rows: 2, held: 0 })
    const [self, blog] = await namesOf(first)
    expect(await namesOf(second)).toEqual([self, blog, [`self-before-${own?.[1]}`, own?.[1]]])
    for (const key of ['self', 'blog']) {
      const { peerId } = await publish(second, key, `/ipfs/${content.cid}/later`)
      expect((await second.names.find(peerId))?.sequence).toBe(1n)
    }
    expect((await second.keys.open('blog')).message).toEqual((await first.keys.open('blog')).message)
  })

  it('is the same when it is restored twice, and keeps the first identity where the ledger stays', async () => {
    const file = await exported(await filled(), PASSWORD)
    const node = await nodeOf(2)
    const before = await namesOf(node)

    await restored(node, file, { password: PASSWORD, parts: ['keys'] })
    const events = await restored(node, file, { password: PASSWORD, parts: ['keys'] })

    expect(events[0]).toEqual({ part: 'keys', rows: 0, held: 2 })
    expect((await namesOf(node)).at(-1)?.[1]).toBe(before[0]?.[1])
  })

  it('changes nothing under a wrong password, without one, or with one for no keys', async () => {
    const first = await filled()
    const file = await exported(first, PASSWORD)
    const plain = await exported(first)
    const node = await nodeOf(2)
    const before = await namesOf(node)

    await expect(restored(node, file, { password: 'high tide at nine' })).rejects.toThrow('wrong password')
    await expect(restored(node, file)).rejects.toThrow('it has private keys: give their password')
    await expect(restored(node, plain, { password: PASSWORD })).rejects.toThrow('it has no private keys')

    expect(await namesOf(node)).toEqual(before)
    expect(await all(node.pins.list())).toEqual([])
  })

  it('leaves the keys out when other parts are chosen', async () => {
    const node = await nodeOf(2)
    const before = await namesOf(node)

    await restored(node, await exported(await filled(), PASSWORD), { parts: ['pins'] })

    expect(await namesOf(node)).toEqual(before)
    expect(await all(node.pins.list())).toHaveLength(1)
  })

  it('changes nothing where the node has another key of a name', async () => {
    const node = await nodeOf(2)
    await node.keys.create('blog', { type: 'ed25519' })
    const before = await namesOf(node)

    await expect(
      restored(node, await exported(await filled(), PASSWORD), { password: PASSWORD }),
    ).rejects.toThrow('Cannot restore key "blog": this node has another key of this name')

    expect(await namesOf(node)).toEqual(before)
    expect(await all(node.pins.list())).toEqual([])
  })

  it('has no key in the clear, and a restored node does not keep the block of keys', async () => {
    const first = await filled()
    const file = await exported(first, PASSWORD)
    const second = await nodeOf(2)
    await restored(second, file, { password: PASSWORD })

    for (const name of ['self', 'blog']) {
      const { message } = await first.keys.open(name)
      expect(Buffer.from(file).includes(Buffer.from(message.subarray(4, 36)))).toBe(false)
    }
    const [, keys] = await all((await readCar(once(file))).blocks)
    if (!keys) throw new Error('the file has one block only')
    expect(await second.blockstore.has(keys.cid)).toBe(false)
    expect(await first.blockstore.has(keys.cid)).toBe(false)
  })

  it('has keys whose names begin with a byte order mark', async () => {
    const first = await nodeOf(1)
    for (const name of ['blog', '\uFEFFblog', '\uFEFFsolo'])
      await first.keys.create(name, { type: 'ed25519' })
    const second = await nodeOf(2)

    const events = await restored(second, await exported(first, PASSWORD), { password: PASSWORD })

    expect(events).toContainEqual({ part: 'keys', rows: 4, held: 0 })
    expect(await namesOf(second)).toEqual(expect.arrayContaining(await namesOf(first)))
  })

  it('fails where two keys are listed under one name', async () => {
    const { keys } = await filled()
    const list = async () => [await keys.self(), await keys.self()]
    const source = { keys: { ...keys, list }, random: seededRandom(1) }

    await expect(sealKeys(source, { password: PASSWORD })).rejects.toMatchObject({ code: 'corrupt' })
  })

  it('refuses a password that is too short, before it writes anything', async () => {
    await expect(exported(await filled(), 'seaweed')).rejects.toThrow('fewer than 8 characters')
  })
})
