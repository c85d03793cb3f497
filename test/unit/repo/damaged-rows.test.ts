import { describe, expect, it } from 'vitest'
import { ROOT_ROW } from '../../../src/files/files-root.ts'
import { memoryDatastore } from '../../../src/memory/memory-datastore.ts'
import type { StorageNode } from '../../../src/node/create.ts'
import { pinKey } from '../../../src/pins/pin-rows.ts'
import type { Datastore } from '../../../src/ports/datastore.ts'
import type { Reported } from '../../../src/repo/report-errors.ts'
import { keyOf } from '../../../src/state/keys.ts'
import { chunkedFile, rawFile, type StoredTree } from '../../requests/stored-tree.ts'
import { memoryNode } from '../memory-ports.ts'

/** Puts other bytes into a row, as a damaged disk has them. */
const damage = (datastore: Datastore, key: Uint8Array, value: Uint8Array) =>
  datastore.batch([{ type: 'put', key, value }], [])

const store = ({ blockstore }: StorageNode, ...trees: readonly StoredTree[]) =>
  blockstore.putMany(trees.flatMap(({ blocks }) => blocks))

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

const file = async (name: string) =>
  chunkedFile([await rawFile(`${name}, one`), await rawFile(`${name}, two`)])

describe('a damaged row', () => {
  for (const version of [0, 1] as const) {
    it(`of a pin leaves it pinned under its own CID of version ${version}`, async () => {
      const datastore = memoryDatastore()
      const node = await memoryNode({ datastore })
      const [pinned, other, garbage] = [await file('pinned'), await file('other'), await rawFile('garbage')]
      await store(node, pinned, other, garbage)
      const cid = version === 0 ? pinned.cid.toV0() : pinned.cid.toV1()
      await node.pins.add(cid, { name: 'a name' })
      const key = pinKey({ cid, kind: 'recursive' })
      const row = (await datastore.get(key)) ?? new Uint8Array()

      const text = new TextDecoder().decode(row)
      const otherText = text.replace(`${cid}`, version === 0 ? `${other.cid.toV0()}` : `${other.cid.toV1()}`)
      for (const value of [row.with(0, 0x7a), keyOf('null'), keyOf(), keyOf(otherText)]) {
        await damage(datastore, key, value)
        expect((await all(node.pins.list())).map((pin) => `${pin.cid}`)).toContain(`${cid}`)
        expect((await all(node.pins.list({ type: 'recursive' }))).map((pin) => `${pin.cid}`)).toEqual([
          `${cid}`,
        ])
      }

      const removed: Reported[] = await all(node.repo.collect())
      expect(removed).toHaveLength(4)
      await node.pins.remove(cid)
      expect(await all(node.pins.list())).toEqual([])
    })
  }

  it('of the state of collections stops neither adds nor collections', async () => {
    const datastore = memoryDatastore()
    const node = await memoryNode({ datastore })
    await store(node, await rawFile('garbage'))
    await all(node.repo.collect())
    await damage(datastore, keyOf('repo/collection'), keyOf('{"epoch":1,'))

    await node.repo.whileAdding(async () => store(node, await rawFile('added')))

    expect(await all(node.repo.collect())).toHaveLength(1)
  })

  it('of the counts of corrupt blocks is counted again', async () => {
    const datastore = memoryDatastore()
    const node = await memoryNode({ datastore })
    const [block] = (await rawFile('corrupt')).blocks
    if (!block) throw new Error('A raw file has one block')
    await node.blockstore.replace(block.cid, Uint8Array.of(1))
    await expect(node.blockstore.get(block.cid)).rejects.toMatchObject({ code: 'corrupt' })
    await damage(datastore, keyOf('blocks/quarantine'), Uint8Array.of(0xff))

    expect(await node.blockstore.has(block.cid)).toBe(false)
    await node.blockstore.put(block.cid, block.bytes)

    expect(await node.blockstore.get(block.cid)).toEqual(block.bytes)
  })

  it('of the root of the mutable namespace ends collections, and is replaced by files/chroot', async () => {
    const datastore = memoryDatastore()
    const node = await memoryNode({ datastore })
    const kept = await file('in the namespace')
    await store(node, kept)
    const call = { session: node.sessions.open({}) }
    await node.repo.whileAdding(() => node.files.copy(`/ipfs/${kept.cid}`, '/kept', call))
    const root = await node.files.flush('/', call)

    for (const value of [keyOf('no CID'), (await file('elsewhere')).cid.bytes]) {
      await damage(datastore, ROOT_ROW, value)
      await expect(all(node.repo.collect())).rejects.toMatchObject({ code: 'failed-precondition' })
      const { before } = await node.repo.whileAdding(() => node.files.replaceRoot(root, call))
      expect(before?.bytes).toEqual(value.byteLength > 20 ? value : undefined)
      expect(await all(node.repo.collect())).toEqual([])
    }

    expect((await node.files.stat('/kept', call)).cid.toString()).toBe(`${kept.cid}`)
  })
})
