import { describe, expect, it } from 'vitest'
import { CID, DAG_PB_CODEC } from '../../../src/codec/cid/cid.ts'
import { hasherFor } from '../../../src/codec/cid/hashers.ts'
import { hashBytes } from '../../../src/codec/cid/multihash.ts'
import { decodeDagPb, encodeDagPb } from '../../../src/codec/dag-pb/dag-pb.ts'
import { encodeUnixfs } from '../../../src/codec/dag-pb/encode-unixfs.ts'
import type { UnixfsNode } from '../../../src/codec/dag-pb/unixfs.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { openFile } from '../../../src/unixfs/read/read.ts'
import { openJoined } from '../../../src/unixfs/read/read-joined.ts'
import { tarArchive } from '../../../src/unixfs/tar/tar.ts'
import { foldedFile } from '../../hostile/folded-trees.ts'
import { rawFile } from '../../requests/stored-tree.ts'
import { stored } from './stored.ts'

/** A store that counts what is asked of it. */
function countedStore() {
  const store = memoryBlockstore()
  const count = { gets: 0 }
  const get: typeof store.get = (cid, options) => {
    count.gets += 1
    return store.get(cid, options)
  }
  return { ...store, get, count }
}

async function store(
  blocks: Pick<ReturnType<typeof memoryBlockstore>, 'put'>,
  unixfs: UnixfsNode,
  child?: CID,
): Promise<CID> {
  const Links = child ? [{ Hash: child, Name: '', Tsize: 1 }] : []
  const bytes = encodeDagPb({ Data: encodeUnixfs(unixfs), Links })
  const hasher = hasherFor('sha2-256')
  if (!hasher) throw new Error('no sha2-256')
  const cid = CID.createV1(DAG_PB_CODEC, await hashBytes(hasher, bytes))
  await blocks.put(cid, bytes)
  return cid
}

async function text(content: AsyncIterable<Uint8Array>): Promise<string> {
  let read = ''
  for await (const bytes of content) read += new TextDecoder().decode(bytes)
  return read
}

describe('trees that lead to the same blocks again and again', () => {
  it('are read anywhere, at the cost of their depth', async () => {
    const blocks = countedStore()
    const file = await foldedFile(40)
    await blocks.putMany(file.blocks)

    const { sizeBytes, content } = await openFile(blocks, file.cid, { offset: 2 ** 39 - 2, length: 4 })

    expect(sizeBytes).toBe(2 ** 40)
    expect(await text(content)).toBe('xxxx')
    expect(blocks.count.gets).toBeLessThan(200)
  })

  it('are loaded at most 32 blocks ahead, however deep they are', async () => {
    const blocks = countedStore()
    const file = await foldedFile(40)
    await blocks.putMany(file.blocks)
    const { content } = await openFile(blocks, file.cid)

    for await (const _ of content) break

    expect(blocks.count.gets).toBeLessThanOrEqual(1 + 40 + 32)
  })

  it('cannot make a reader hold large nodes one above the other', async () => {
    const blocks = memoryBlockstore()
    const data = new Uint8Array(1_900_000)
    let below = await store(blocks, { type: 'file', data, fileSizeBytes: data.byteLength })
    for (let level = 2; level <= 12; level += 1) {
      const fileSizeBytes = level * data.byteLength
      const blockSizes = [fileSizeBytes - data.byteLength]
      below = await store(blocks, { type: 'file', data, fileSizeBytes, blockSizes }, below)
    }
    const { content } = await openFile(blocks, below)

    await expect(text(content)).rejects.toMatchObject({ code: 'corrupt' })
  })
})

describe('openJoined()', () => {
  it('keeps no file while it reads another', async () => {
    const blocks = countedStore()
    const file = await rawFile('abc')
    await blocks.putMany(file.blocks)

    const { sizeBytes, content } = await openJoined(blocks, Array(1000).fill(file.cid), { offset: 1 })
    const openedBefore = blocks.count.gets

    expect(sizeBytes).toBe(2999)
    expect(await text(content)).toBe(`bc${'abc'.repeat(999)}`)
    expect([openedBefore, blocks.count.gets]).toEqual([1000, 2000])
  })
})

describe('tarArchive()', () => {
  it.each([
    [Number.MAX_SAFE_INTEGER, '77777777777'],
    [-Number.MAX_SAFE_INTEGER, '00000000000'],
  ])('writes %d seconds as a time that a header can hold', async (seconds, octal) => {
    const blocks = memoryBlockstore()
    const cid = await store(blocks, { type: 'file', fileSizeBytes: 0, mtime: { seconds } })

    const archive = await text(tarArchive(blocks, cid, 'x', { mtimeMs: 0 }))

    expect(archive.slice(136, 147)).toBe(octal)
  })
})

describe('tarArchive() of directories one below the other', () => {
  it('holds no more links of them than one node can have', async () => {
    const blocks = memoryBlockstore()
    const empty = CID.parse('bafkqaaa')
    const Data = encodeUnixfs({ type: 'directory' })
    let below = CID.parse('QmPc73aWK9dgFBXe86P4PvQizHo9e5Qt7n7DAMXWuigFuG')
    for (const count of [44_000, 44_000, 44_000]) {
      const names = Array.from({ length: count }, (_, at) => ({ Hash: empty, Name: `b${at}`, Tsize: 0 }))
      const Links = [{ Hash: below, Name: 'a', Tsize: 1 }, ...names]
      below = await stored(blocks, encodeDagPb({ Data, Links }))
    }

    await expect(text(tarArchive(blocks, below, 'x', { mtimeMs: 0 }))).rejects.toMatchObject({
      code: 'too-large',
    })
  })
})

describe('decodeDagPb()', () => {
  it('refuses a link to a CID that holds more than any digest', () => {
    const Hash = CID.createV1(DAG_PB_CODEC, {
      code: 0,
      digest: new Uint8Array(2000),
      size: 2000,
      bytes: Uint8Array.of(0, 0xd0, 0x0f, ...new Uint8Array(2000)),
    })
    const bytes = encodeDagPb({ Links: [{ Hash, Name: '', Tsize: 0 }] })

    expect(() => decodeDagPb(bytes)).toThrow('proto: CID of a link is over 1024 bytes')
  })
})
