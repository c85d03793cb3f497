import { describe, expect, it } from 'vitest'
import { type CID, parseCid, RAW_CODEC } from '../../../src/codec/cid/cid.ts'
import { encodeDagPb } from '../../../src/codec/dag-pb/dag-pb.ts'
import { encodeUnixfs } from '../../../src/codec/dag-pb/encode-unixfs.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { openFile } from '../../../src/unixfs/read/read.ts'
import { added, file, gathered, symlink } from './added.ts'
import { counting } from './counting.ts'
import { stored } from './stored.ts'

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const numbered = (length: number) => new Uint8Array(length).map((_, at) => (at * 31 + (at >>> 8)) & 0xff)

/** So many that the reader is as far ahead as it may be. */
const READ_FIRST = 6

describe('openFile()', () => {
  it('reads an identity CID out of the CID itself', async () => {
    const cid = parseCid('bafkqaedknncdsodknncdsnzvnbvuioak')

    const opened = await openFile(memoryBlockstore(), cid)

    expect(opened).toMatchObject({ kind: 'file', sizeBytes: 16 })
    expect(text(await gathered(opened.content))).toBe('jkD98jkD975hkD8\n')
  })

  it('reads a symlink as its target, and metadata with a file', async () => {
    const link = await added([symlink('l', 'files/foo/baz')])
    const dated = await added([file('f', 'x', { mode: 0o600, mtime: { seconds: 7, nanoseconds: 8 } })])

    const target = await openFile(link.blockstore, parseCid(link.root))

    expect(target.kind).toBe('symlink')
    expect(text(await gathered(target.content))).toBe('files/foo/baz')
    expect(await openFile(dated.blockstore, parseCid(dated.root))).toMatchObject({
      mode: 0o600,
      mtime: { seconds: 7, nanoseconds: 8 },
    })
  })

  it.each([
    [0, undefined],
    [0, 0],
    [1, 3],
    [9, 2],
    [999, 1],
    [1000, 5],
    [5000, undefined],
    [10, 980],
    [995, 500],
  ])('reads from %s, %s bytes, as a slice would', async (offset, length) => {
    const bytes = numbered(1000)
    const { blockstore, root } = await added([file('f', bytes)], { chunker: 'size-10', maxFileLinks: 3 })

    const opened = await openFile(blockstore, parseCid(root), { offset, length })

    expect(opened.sizeBytes).toBe(1000)
    expect(await gathered(opened.content)).toEqual(
      bytes.slice(offset, length === undefined ? undefined : offset + length),
    )
  })

  it('loads only what a range needs', async () => {
    const { blockstore, root } = await added([file('f', numbered(100_000))], { chunker: 'size-100' })
    const { counts, get } = counting(blockstore)

    const opened = await openFile({ get }, parseCid(root), { offset: 50_000, length: 100 })
    await gathered(opened.content)

    expect(counts.reads).toBe(3)
  })

  it.each([
    { chunkBytes: 100, most: 16 },
    { chunkBytes: 1_048_576, most: 8 },
  ])('stays $most blocks of $chunkBytes bytes ahead of a reader that waits', async ({ chunkBytes, most }) => {
    const bytes = numbered(chunkBytes * 40)
    const { blockstore, root } = await added([file('f', bytes)], {
      chunker: `size-${chunkBytes}`,
      rawLeaves: true,
    })
    const { counts, get } = counting(blockstore)

    const opened = await openFile({ get }, parseCid(root))
    const reading = opened.content[Symbol.asyncIterator]()
    for (let blocks = 0; blocks < READ_FIRST; blocks += 1) await reading.next()
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve))

    expect(counts.reads).toBeLessThanOrEqual(READ_FIRST + most)
    expect(counts.peak).toBe(most)
  })

  it('loads the first block of a local file by itself, and of a fetched one with those behind it', async () => {
    const { blockstore, root } = await added([file('f', numbered(4_000))], { chunker: 'size-100' })

    const peaks = []
    for (const prefetch of [undefined, () => undefined]) {
      const { counts, get } = counting(blockstore)
      const opened = await openFile({ get, prefetch }, parseCid(root))
      await opened.content[Symbol.asyncIterator]().next()
      peaks.push(counts.peak)
    }

    expect(peaks).toEqual([1, 16])
  })

  it('answers a directory, large or small, with its text', async () => {
    const small = await added([file('d/x', 'x')])
    const large = await added([file('d/x', 'x')], { shardThresholdBytes: 0 })

    for (const { blockstore, root } of [small, large]) {
      await expect(openFile(blockstore, parseCid(root))).rejects.toMatchObject({
        code: 'failed-precondition',
        message: 'this dag node is a directory',
      })
    }
  })

  it('answers other codecs and missing blocks with their texts', async () => {
    const store = memoryBlockstore()
    const cbor = await stored(store, new Uint8Array([0xa0]), 0x71)
    const absent = parseCid('QmVr26fY1tKyspEJBniVhqxQeEjhF78XerGiqWAwraVLQH')

    await expect(openFile(store, cbor)).rejects.toMatchObject({ message: 'unrecognized node type' })
    await expect(openFile(store, absent)).rejects.toMatchObject({
      code: 'not-found',
      message: `block was not found locally (offline): ipld: could not find ${absent}`,
    })
  })

  it('ends with the error of a leaf that is missing, after the bytes before it', async () => {
    const { blockstore, root } = await added([file('f', numbered(30))], { chunker: 'size-10', cidVersion: 1 })
    const leaf = await added([file('', numbered(30).slice(20))], { cidVersion: 1 })
    await blockstore.delete(parseCid(leaf.root))
    const pieces: Uint8Array[] = []

    const reading = (async () => {
      for await (const piece of (await openFile(blockstore, parseCid(root))).content) pieces.push(piece)
    })()

    await expect(reading).rejects.toMatchObject({ code: 'not-found' })
    expect(pieces).toHaveLength(2)
  })

  it('stops when it is aborted', async () => {
    const { blockstore, root } = await added([file('f', numbered(1000))], { chunker: 'size-10' })
    const leaving = new AbortController()
    const opened = await openFile(blockstore, parseCid(root), { signal: leaving.signal })
    const reading = opened.content[Symbol.asyncIterator]()
    await reading.next()

    leaving.abort(new Error('gone'))

    await expect(
      (async () => {
        while (!(await reading.next()).done);
      })(),
    ).rejects.toThrow('gone')
  })
})

describe('openFile(), trees with false sizes', () => {
  const store = memoryBlockstore()
  const leaf = () => stored(store, new Uint8Array(10), RAW_CODEC)
  const parent = async (fileSizeBytes: number | undefined, blockSizes: number[], links: CID[]) =>
    stored(
      store,
      encodeDagPb({
        Data: encodeUnixfs({ type: 'file', fileSizeBytes, blockSizes }),
        Links: links.map((Hash) => ({ Hash, Name: '', Tsize: 10 })),
      }),
    )

  it.each<[string, () => Promise<CID>]>([
    ['a file size that is no sum', async () => parent(11, [10], [await leaf()])],
    ['a block size that is no leaf', async () => parent(9, [9], [await leaf()])],
    ['fewer block sizes than links', async () => parent(10, [10], [await leaf(), await leaf()])],
    ['more block sizes than links', async () => parent(20, [10, 10], [await leaf()])],
  ])('refuses %s', async (_what, root) => {
    const reading = openFile(store, await root()).then(({ content }) => gathered(content))

    await expect(reading).rejects.toMatchObject({ code: 'corrupt' })
  })

  it('never loads children that say they are empty', async () => {
    const absent = parseCid('bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku')
    const root = await parent(10, [0, 10, 0], [absent, await leaf(), absent])

    expect((await gathered((await openFile(store, root)).content)).length).toBe(10)
  })

  it('ends in a tree deeper than any file', async () => {
    let root = await leaf()
    for (let level = 0; level < 100; level += 1) root = await parent(10, [10], [root])

    await expect(openFile(store, root).then(({ content }) => gathered(content))).rejects.toMatchObject({
      code: 'corrupt',
    })
  })

  it('refuses a directory and a dag-cbor node among the pieces', async () => {
    const directory = await stored(
      store,
      encodeDagPb({ Data: encodeUnixfs({ type: 'directory' }), Links: [] }),
    )
    const cbor = await stored(store, new Uint8Array(10), 0x71)

    for (const piece of [directory, cbor]) {
      const root = await parent(10, [10], [piece])
      await expect(openFile(store, root).then(({ content }) => gathered(content))).rejects.toMatchObject({
        message: 'unrecognized node type',
      })
    }
  })

  it('answers a node that is no UnixFS as corrupt', async () => {
    const empty = await stored(store, new Uint8Array(0))

    await expect(openFile(store, empty)).rejects.toMatchObject({ code: 'corrupt' })
  })
})
