import { describe, expect, it } from 'vitest'
import { blockKey } from '../../../src/codec/cid/cid.ts'
import { createReferences } from '../../../src/filestore/references.ts'
import { referringStore } from '../../../src/filestore/referring-store.ts'
import { createSources } from '../../../src/filestore/sources.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { memoryDatastore } from '../../../src/memory/memory-datastore.ts'
import { memorySourceFiles } from '../../../src/memory/memory-source-files.ts'
import { listed, rawBlock } from '../../contracts/blocks.ts'
import { blockstoreContract } from '../../contracts/blockstore.ts'
import { memoryPorts } from '../memory-ports.ts'

const encoder = new TextEncoder()

blockstoreContract('a store with references', async () => open().store)

describe('referringStore()', () => {
  it('lists copies and references in one order, each block once', async () => {
    const { store, local, references, refer } = open()
    for (let at = 0; at < 30; at += 1) {
      const { cid, bytes } = await rawBlock(encoder.encode(`block ${at}`))
      if (at % 3 !== 1) await local.put(cid, bytes)
      if (at % 3 !== 0) await refer(`block ${at}`)
    }

    const keys = (await listed(store)).map(({ cid }) => blockKey(cid))

    expect(keys).toEqual([...new Set(keys)].sort())
    expect(keys).toHaveLength(30)
    expect(await references.count()).toBe(20)
    expect((await store.totals()).blocks).toBe(40)
  })

  it('reads a copy before a reference, and removes both', async () => {
    const { store, local, files, refer } = open()
    const { cid, bytes } = await refer('both')
    await local.put(cid, bytes)
    files.clear()

    expect(await store.get(cid)).toEqual(bytes)
    await store.delete(cid)
    expect(await store.has(cid)).toBe(false)
    expect(await store.get(cid)).toBeUndefined()
  })

  it('gives no bytes of a source that is gone or has changed, and does not name it', async () => {
    const { store, files, refer } = open()
    const { cid } = await refer('secret')

    files.set('secret', encoder.encode('other!'))
    const changed: Error = await store.get(cid).then(
      () => new Error(),
      (error) => error,
    )
    files.clear()
    const gone: Error = await store.get(cid).then(
      () => new Error(),
      (error) => error,
    )

    for (const error of [changed, gone]) {
      expect(error).toMatchObject({ code: 'unavailable' })
      expect(error.message).not.toContain('secret')
    }
    expect(await store.stat(cid)).toEqual({ sizeBytes: 6 })
    expect(await collectAll(store.copies(cid))).toEqual([])
  })
})

describe('createReferences()', () => {
  it('counts each block once, however often it changes its place', async () => {
    const { references, refer } = open()
    await Promise.all([refer('a'), refer('b'), refer('c')])
    await refer('a')
    const { cid } = await refer('b')
    await references.putMany([
      { cid, location: 'elsewhere', offset: 5, sizeBytes: 1 },
      { cid, location: 'elsewhere', offset: 9, sizeBytes: 1 },
    ])

    expect(await references.count()).toBe(3)
    expect(await references.find(cid)).toMatchObject({ location: 'elsewhere', offset: 9 })
    const places = (await collectAll(references.listByPlace())).map(({ location }) => location)
    expect(places).toEqual(['a', 'c', 'elsewhere'])
    await references.delete(cid)
    await references.delete(cid)
    expect(await references.count()).toBe(2)
  })

  it('lists by place in the order of offsets, however long their numbers are', async () => {
    const { references } = open()
    const offsets = [2 ** 40, 10, 9, 0, 2 ** 32]
    for (const offset of offsets) {
      const { cid } = await rawBlock(encoder.encode(`${offset}`))
      await references.putMany([{ cid, location: 'file', offset, sizeBytes: 1 }])
    }

    const listed = (await collectAll(references.listByPlace())).map(({ offset }) => offset)

    expect(listed).toEqual(offsets.sort((a, b) => a - b))
  })
})

function open() {
  const datastore = memoryDatastore()
  const references = createReferences({ datastore, reservedDatastore: datastore })
  const files = new Map<string, Uint8Array>()
  const sources = createSources({ files: memorySourceFiles(files), clock: memoryPorts().clock })
  const local = memoryBlockstore()
  const refer = async (text: string) => {
    const block = await rawBlock(encoder.encode(text))
    files.set(text, block.bytes)
    await references.putMany([
      { cid: block.cid, location: text, offset: 0, sizeBytes: block.bytes.byteLength },
    ])
    return block
  }
  return { local, references, files, refer, store: referringStore(local, { references, sources }) }
}

async function collectAll<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
