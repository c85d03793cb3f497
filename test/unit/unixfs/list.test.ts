import { describe, expect, it } from 'vitest'
import { parseCid, RAW_CODEC } from '../../../src/codec/cid/cid.ts'
import { encodeDagPb } from '../../../src/codec/dag-pb/dag-pb.ts'
import { encodeUnixfs } from '../../../src/codec/dag-pb/encode-unixfs.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { type ListEntry, listDirectory } from '../../../src/unixfs/read/list.ts'
import { added, file, symlink } from './added.ts'
import { counting } from './counting.ts'
import { stored } from './stored.ts'

const row = ({ name, type, sizeBytes, target }: ListEntry) => [name, type, sizeBytes, target]

async function rows(...args: Parameters<typeof listDirectory>) {
  const all = []
  for await (const entry of listDirectory(...args)) all.push(row(entry))
  return all
}

const mixed = () => [
  file('d/zeta', 'hello'),
  file('d/big', new Uint8Array(300_000)),
  symlink('d/link', '../x'),
  { kind: 'directory', path: 'd/empty' } as const,
  file('d/é', 'e'),
]

const expected = [
  ['big', 'file', 300_000, ''],
  ['empty', 'directory', 0, ''],
  ['link', 'symlink', 4, '../x'],
  ['zeta', 'file', 5, ''],
  ['é', 'file', 1, ''],
]

describe('listDirectory()', () => {
  it('gives names in byte order with kind, file size and target', async () => {
    const { blockstore, root } = await added(mixed())

    expect(await rows(blockstore, parseCid(root))).toEqual(expected)
  })

  it('gives the same of a sharded directory, in the order of its tree', async () => {
    const { blockstore, root } = await added(mixed(), { shardThresholdBytes: 0 })

    const listed = await rows(blockstore, parseCid(root))

    expect([...listed].sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))).toEqual(expected)
  })

  it('gives each character of a target, also one that could be a byte order mark', async () => {
    const { blockstore, root } = await added([symlink('d/link', '\ufeffx')])

    expect(await rows(blockstore, parseCid(root))).toEqual([['link', 'symlink', 4, '\ufeffx']])
  })

  it('lists 3,000 names of a sharded directory once each, a few children at once', async () => {
    const names = Array.from({ length: 3000 }, (_, at) => `n${at}`)
    const { blockstore, root } = await added(
      names.map((name) => file(`d/${name}`, name)),
      { shardThresholdBytes: 0 },
    )
    const { counts, get } = counting(blockstore)

    const listed = await rows({ get }, parseCid(root))

    expect(listed.map(([name]) => name).sort()).toEqual([...names].sort())
    expect(counts.peak).toBeLessThanOrEqual(7)
  })

  it('does not load children when told so: raw leaves alone have a kind', async () => {
    const { blockstore, root } = await added([file('d/a', 'raw'), file('d/b/c', 'x')], { cidVersion: 1 })
    const { counts, get } = counting(blockstore)

    expect(await rows({ get }, parseCid(root), { resolve: false })).toEqual([
      ['a', 'file', 3, ''],
      ['b', 'unknown', 0, ''],
    ])
    expect(counts.reads).toBe(1)
  })

  it('lists the pieces of a file without names, and none of a file of one block', async () => {
    const pieces = await added([file('f', new Uint8Array(25))], { chunker: 'size-10' })
    const single = await added([file('f', 'x')])
    const raw = await added([file('f', 'x')], { cidVersion: 1 })

    expect(await rows(pieces.blockstore, parseCid(pieces.root))).toEqual([
      ['', 'file', 10, ''],
      ['', 'file', 10, ''],
      ['', 'file', 5, ''],
    ])
    expect(await rows(single.blockstore, parseCid(single.root))).toEqual([])
    expect(await rows(raw.blockstore, parseCid(raw.root))).toEqual([])
  })

  it('leaves the kind of other codecs open', async () => {
    const store = memoryBlockstore()
    const cbor = await stored(store, new Uint8Array([0xa0]), 0x71)
    const cid = await stored(
      store,
      encodeDagPb({
        Data: encodeUnixfs({ type: 'directory' }),
        Links: [{ Hash: cbor, Name: 'c', Tsize: 1 }],
      }),
    )

    expect(await rows(store, cid)).toEqual([['c', 'unknown', 0, '']])
  })

  it('sorts a directory that was written out of order', async () => {
    const store = memoryBlockstore()
    const leaf = await stored(store, new Uint8Array([1]), RAW_CODEC)
    const { bytes: hash } = leaf
    const link = (name: string) => [
      0x12,
      hash.length + 5,
      0x0a,
      hash.length,
      ...hash,
      0x12,
      1,
      name.charCodeAt(0),
    ]
    const cid = await stored(store, new Uint8Array([...link('b'), ...link('a'), 0x0a, 2, 8, 1]))

    expect((await rows(store, cid)).map(([name]) => name)).toEqual(['a', 'b'])
  })

  it('ends with the error of a child that is missing', async () => {
    const { blockstore, root, cids } = await added([file('d/a', '1'), file('d/b', '2')])
    await blockstore.delete(parseCid(cids['d/b'] ?? ''))

    await expect(rows(blockstore, parseCid(root))).rejects.toMatchObject({
      code: 'not-found',
      message: `block was not found locally (offline): ipld: could not find ${cids['d/b']}`,
    })
  })
})
