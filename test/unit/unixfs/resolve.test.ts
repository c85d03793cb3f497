import { describe, expect, it } from 'vitest'
import { parseCid, RAW_CODEC } from '../../../src/codec/cid/cid.ts'
import { encodeDagPb } from '../../../src/codec/dag-pb/dag-pb.ts'
import { encodeUnixfs } from '../../../src/codec/dag-pb/encode-unixfs.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { resolvePath } from '../../../src/unixfs/dag/resolve.ts'
import { added, file } from './added.ts'
import { counting } from './counting.ts'
import { stored } from './stored.ts'

const moons = () =>
  added([
    file('moons/jupiter/europa.txt', 'Hello Europa!\n'),
    file('moons/mercury.txt', 'hey youre no moon!\n'),
  ])

describe('resolvePath()', () => {
  it.each(['/ipfs/', '/cas/', '/ipld/', ''])('follows a path under %j', async (prefix) => {
    const { blockstore, root, cids } = await moons()

    const { cid, name, remainder } = await resolvePath(blockstore, `${prefix}${root}/jupiter/europa.txt`)

    expect(cid.toString()).toBe(cids['moons/jupiter/europa.txt'])
    expect([name, remainder]).toEqual(['europa.txt', []])
  })

  it('names a bare root by its text, and reads nothing for it', async () => {
    const { counts, get } = counting(memoryBlockstore())
    const text = 'zdj7WgefqQm5HogBQ2bckZuTYYDarRTUZi51GYCnerHD2G86j'

    expect(await resolvePath({ get }, text)).toMatchObject({ name: text, cid: parseCid(text) })
    expect(counts.reads).toBe(0)
  })

  it('cleans what is between the names', async () => {
    const { blockstore, root, cids } = await moons()

    for (const path of [
      'jupiter//europa.txt',
      './jupiter/./europa.txt',
      'x/../jupiter/europa.txt',
      'jupiter/europa.txt/',
    ]) {
      expect(String((await resolvePath(blockstore, `/ipfs/${root}/${path}`)).cid)).toBe(
        cids['moons/jupiter/europa.txt'],
      )
    }
  })

  it('finds the names of a sharded directory, and no other, by a few reads', async () => {
    const names = Array.from({ length: 3000 }, (_, at) => `file${at}`)
    const { blockstore, root, cids } = await added(
      names.map((name) => file(`d/${name}`, name)),
      { shardThresholdBytes: 0 },
    )
    const asked = names.filter((_, at) => at % 10 === 0)
    const { counts, get } = counting(blockstore)

    for (const name of asked) {
      expect(String((await resolvePath({ get }, `/ipfs/${root}/${name}`)).cid)).toBe(cids[`d/${name}`])
    }

    expect(counts.reads).toBeLessThan(asked.length * 4)
    await expect(resolvePath(blockstore, `/ipfs/${root}/file3000`)).rejects.toMatchObject({
      message: `no link named "file3000" under ${root}`,
    })
  })

  it.each([
    ['../..', 'invalid path "../..": selected encoding not supported'],
    ['', 'invalid path "": not enough path components'],
    ['/', 'invalid path "/": not enough path components'],
    ['/ipfs', 'invalid path "/ipfs": not enough path components'],
    ['/ipfs/', 'invalid path "/ipfs/": not enough path components'],
    ['/foo/bar', 'invalid path "/foo/bar": unknown namespace "foo"'],
    ['/ipfs/x', 'invalid path "/ipfs/x": invalid CID: cid too short'],
    [
      'qmzzrtyhdpl5jgift1chbahxee1m2hw8x8g7rtcpahdvoa',
      'invalid path "qmzzrtyhdpl5jgift1chbahxee1m2hw8x8g7rtcpahdvoa": selected encoding not supported ' +
        '(possible lowercased CIDv0; consider converting to a case-agnostic CIDv1, such as base32)',
    ],
    ['/ipfs/bafkqaaa/../x', 'invalid path "/ipfs/bafkqaaa/../x": invalid CID: cid too short'],
    ['/ipfs/bafkqaaa/..', 'invalid path "/ipfs/bafkqaaa/..": not enough path components'],
    ['bafkqaaa/../x', 'invalid path "bafkqaaa/../x": not enough path components'],
  ])('refuses %j with its text', async (path, message) => {
    await expect(resolvePath(memoryBlockstore(), path)).rejects.toMatchObject({
      code: 'invalid-argument',
      message,
    })
  })

  it('says that a reader without names resolves none', async () => {
    await expect(resolvePath(memoryBlockstore(), '/ipns/example.org')).rejects.toMatchObject({
      code: 'unsupported',
    })
  })

  it.each(['/ipns/example.org/europa.txt', 'ipns://example.org/europa.txt', '/nms/example.org//europa.txt'])(
    'puts what the name stands for in its place in %s',
    async (path) => {
      const { blockstore, root, cids } = await moons()
      const asked: string[] = []
      const reader = {
        ...blockstore,
        async resolveName(name: string) {
          asked.push(name)
          return { path: `/ipfs/${root}/jupiter/`, ttlMs: 0 }
        },
      }

      const { cid, name } = await resolvePath(reader, path)

      expect([cid.toString(), name]).toEqual([cids['moons/jupiter/europa.txt'], 'europa.txt'])
      expect(asked).toEqual(['example.org'])
    },
  )

  it('says which link is missing, and under what', async () => {
    const { blockstore, root, cids } = await moons()
    const file = cids['moons/mercury.txt']

    await expect(resolvePath(blockstore, `${root}/venus`)).rejects.toMatchObject({
      code: 'not-found',
      message: `no link named "venus" under ${root}`,
    })
    await expect(resolvePath(blockstore, `${root}/mercury.txt/x`)).rejects.toMatchObject({
      message: `no link named "x" under ${file}`,
    })
    await expect(resolvePath(blockstore, 'bafkqaaa/x')).rejects.toMatchObject({ code: 'not-found' })
  })

  it('says which block is missing, and which name a node does not have', async () => {
    const store = memoryBlockstore()
    const cbor = await stored(store, new Uint8Array([0xa0]), 0x71)
    const absent = 'QmVr26fY1tKyspEJBniVhqxQeEjhF78XerGiqWAwraVLQH'

    await expect(resolvePath(store, `${absent}/a`)).rejects.toMatchObject({
      message: `block was not found locally (offline): ipld: could not find ${absent}`,
    })
    await expect(resolvePath(store, `${cbor}/a`)).rejects.toMatchObject({
      message: `no link named "a" under ${cbor}`,
    })
  })

  it('follows 1,023 names, and answers 10,000 without a read or repeating them', async () => {
    const { blockstore, root, cids } = await added([file(`r${'/a'.repeat(1022)}/b`, 'x')])
    const { counts, get } = counting(blockstore)

    const deep = await resolvePath(blockstore, `/ipfs/${root}${'/a'.repeat(1022)}/b`)
    const refused = await resolvePath({ get }, `/ipfs/${root}${'/a'.repeat(10_000)}`).catch(
      (error: Error) => error,
    )

    expect(String(deep.cid)).toBe(Object.values(cids)[0])
    expect(counts.reads).toBe(0)
    expect(refused).toMatchObject({ code: 'invalid-argument' })
    expect(String(refused).length).toBeLessThan(1200)
  })

  it('ends in a shard that leads into itself', async () => {
    const store = memoryBlockstore()
    const shard = encodeDagPb({
      Data: encodeUnixfs({ type: 'hamt-shard', fanout: 256, hashType: 0x22 }),
      Links: [],
    })
    const cid = await stored(store, shard)
    const everywhere = encodeDagPb({
      Data: encodeUnixfs({ type: 'hamt-shard', fanout: 256, hashType: 0x22 }),
      Links: Array.from({ length: 256 }, (_, at) => ({
        Hash: cid,
        Name: at.toString(16).toUpperCase().padStart(2, '0'),
        Tsize: 0,
      })),
    })
    const looping = { get: async () => everywhere }

    await expect(resolvePath(looping, `/ipfs/${cid}/x`)).rejects.toMatchObject({ code: 'corrupt' })
  })

  it.each([0, 3, 4096])('refuses a shard of fan-out %i', async (fanout) => {
    const store = memoryBlockstore()
    const cid = await stored(
      store,
      encodeDagPb({ Data: encodeUnixfs({ type: 'hamt-shard', fanout, hashType: 0x22 }), Links: [] }),
    )

    await expect(resolvePath(store, `${cid}/x`)).rejects.toMatchObject({ code: 'corrupt' })
  })

  it('keeps names unchanged that are special in paths', async () => {
    const store = memoryBlockstore()
    const leaf = await stored(store, new Uint8Array([1]), RAW_CODEC)
    const cid = await stored(
      store,
      encodeDagPb({
        Data: encodeUnixfs({ type: 'directory' }),
        Links: ['__proto__', 'a b', 'ünï', '%2F'].map((Name) => ({ Hash: leaf, Name, Tsize: 1 })),
      }),
    )

    for (const name of ['__proto__', 'a b', 'ünï', '%2F']) {
      expect(String((await resolvePath(store, `${cid}/${name}`)).cid)).toBe(String(leaf))
    }
  })
})
