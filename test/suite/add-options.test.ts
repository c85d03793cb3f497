import { describe, expect, it } from 'vitest'
import { send } from '#host'
import { equalBytes } from '../../src/codec/bytes/bytes.ts'
import edge from '../fixtures/unixfs/edge.json' with { type: 'json' }
import { addLines, addRoot } from '../requests/add.ts'
import { askFiles } from '../requests/files.ts'
import { directory, file, form, symlink } from '../requests/form.ts'
import { linearBytes } from '../requests/random-bytes.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

/** Of so many inputs that the core judges the other hosts get one. */
const EVERY = 4

const MIB = 1_048_576

describe('POST /api/v0/add, options that decide CIDs', () => {
  it.each(
    sampleOnHosts(
      [
        ['chunker=rabin', MIB, 'QmVikMMnW658q42HSroJ7843YwHRYKJZZpe2snKkeRaKyo'],
        ['chunker=rabin-512-1024-2048', MIB, 'QmQxyuFb1JUKciHepBwkgKzn2dYdebeAUWMuQQwUEZfT7e'],
        ['chunker=buzhash', 4 * MIB, 'QmVmayX4m5drAXC9Eh1TN1QiWf3KhASFL351SMigsvhA5r'],
        [
          'chunker=buzhash&cid-version=1',
          4 * MIB,
          'bafybeihlu3gzplnzhihbyhemlt4lihauxa2ptzo3xv677fezy46n2a66ii',
        ],
      ],
      EVERY,
    ),
  )('cuts with "%s" where the network does', async (query, length, cid) => {
    expect(await addRoot(`${query}&only-hash=true`, file('f', linearBytes(length)))).toBe(cid)
  })

  it.each(
    sampleOnHosts(
      [
        ['Hello Worlds!\n', 'trickle=true', 'QmUkUQgxXeggyaD5Ckv8ZqfW8wHBX6cYyeiyqvVZYzq5Bi'],
        ['aoeuidhtns'.repeat(200), 't=true&s=size-4', 'QmNNhDGttafX3M1wKWixGre6PrLFGjnoPEDXjBYpTv93HP'],
        ['hello, world!', 'cid-version=1&inline=true', 'bafkqadlimvwgy3zmeb3w64tmmqqq'],
        ['', 'cid-version=1&inline=true', 'bafkqaaa'],
        ['hello world', 'profile=unixfs-v0-2015', 'Qmf412jQZiuVUtdgnB36FXFX7xg5V6KEbSJ4dpQuhkLyfD'],
        [
          'hello world',
          'profile=unixfs-v1-2025',
          'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e',
        ],
      ],
      EVERY,
    ),
  )('names %j with "%s" as the network does', async (content, query, cid) => {
    expect(await addRoot(query, file('f', content))).toBe(cid)
  })

  it.each(
    sampleOnHosts(
      [
        ['cid-version=0', 'QmczN8ZcVxemnKWWg3699hJ4vBH52DTZkE2zC2RCeQG5ea'],
        ['cid-version=-1', 'QmczN8ZcVxemnKWWg3699hJ4vBH52DTZkE2zC2RCeQG5ea'],
        ['cid-version=1', 'bafybeide2ckq6kqbyzz6tmajrfy3cjdf73get2wo4s54bx4v5znicfyaiy'],
      ],
      EVERY,
    ),
  )('cuts the largest chunk with "%s", and gives it back', async (query, cid) => {
    const content = linearBytes(2_096_896 + 1)
    const root = await addRoot(`${query}&chunker=size-2096896`, file('f', content))

    expect(root).toBe(cid)
    const read = await send(`/api/v0/cat?arg=${root}`, { method: 'POST' })
    expect(equalBytes(new Uint8Array(await read.arrayBuffer()), content)).toBe(true)
  })

  it('keeps an empty directory in its CID when it is inline', async () => {
    expect(await addRoot('cid-version=1&inline=true', directory('d'))).toBe('bafyaabakaieac')
  })

  it('puts as many bytes into a CID as it may hold', async () => {
    const { text, cid } = edge.identity.accept

    expect(await addRoot('inline=true&inline-limit=128&raw-leaves=true', file('f', text))).toBe(cid)
  })

  it('shards a directory that has more entries than it may have', async () => {
    const files = Array.from({ length: 40 }, (_, at) => file(`root/${at}`, `${at}`))

    const plain = await addRoot('', ...files)
    const sharded = await addRoot('max-directory-links=39&max-hamt-fanout=8', ...files)

    expect(await addRoot('max-directory-links=40', ...files)).toBe(plain)
    expect(sharded).not.toBe(plain)
    const read = await send(`/api/v0/cat?arg=/ipfs/${sharded}/17`, { method: 'POST' })
    expect(await read.text()).toBe('17')
  })

  it('leaves out empty directories with empty-dirs=false', async () => {
    const parts = [file('top/f', 'x'), directory('top/void')]

    const lines = await addLines('empty-dirs=false', ...parts)

    expect(lines.map(({ Name }) => Name)).toEqual(['top/f', 'top'])
    expect(await addLines('', ...parts)).toHaveLength(3)
  })
})

describe('POST /api/v0/add, metadata', () => {
  const MTIME = { mtime: '1603539720', 'mtime-nsecs': '54321' }

  it.each(
    sampleOnHosts(
      [
        ['mtime=1604320482', file('f', ''), 'QmQ6kErEW8kztQFV8vbwNU8E4dmtGsYpRiboiLxUEwibvj'],
        ['mode=0640&mtime=1604320482', file('f', ''), 'QmYkvboLsvLFcSYmqVJRxvBdYRQLroLv9kELf3LRiCqBri'],
        ['mode=416&mtime=1604320482', file('f', ''), 'QmYkvboLsvLFcSYmqVJRxvBdYRQLroLv9kELf3LRiCqBri'],
        ['preserve-mtime=true', file('f', '', MTIME), 'QmaKH8H5rXBUBCX4vdxi7ktGQEL7wejV7L9rX2qpZjwncz'],
        ['mtime=1603539720', symlink('l', 'nothing'), 'QmV1Uot2gy4bhY9yvYiZxhhchhyYC6MKKoGV1XtWNmpCLe'],
        [
          'preserve-mtime=true',
          symlink('l', 'nothing', MTIME),
          'QmPHYCxYvvHj6VxiPNJ3kXxcPsnJLDYUJqsDJWjvytmrmY',
        ],
        ['mode=0713', directory('d'), 'QmQ1ABnw2iip7sj23EzzBZ9T77KyyfESP6SUboiXPyzNQe'],
        ['mtime=1603539720', directory('d'), 'QmfWitW6F13WHFXLbJzXRYmwrS1p4gaAJAfucUSMytRPn3'],
        ['', file('f', '', { ...MTIME, mode: '0640' }), 'QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH'],
        ['mode=0&mtime=0', directory('d'), 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'],
      ],
      EVERY,
    ),
  )('gives with "%s" the CID of the reference', async (query, part, cid) => {
    expect(await addRoot(query, part)).toBe(cid)
  })

  it('gives what all entries are given to implied and wrapping directories too', async () => {
    const root = await addRoot('wrap-with-directory=true&mode=0700', file('a/f', 'x'), symlink('l', 'x'))
    const modeOf = async (path: string) => {
      const { Mode } = await askFiles<{ Mode: string }>('stat', [`/ipfs/${root}${path}`])
      return Mode
    }

    expect(await Promise.all(['/a/f', '/l', '/a', ''].map(modeOf))).toEqual([
      '0700',
      '1000000777',
      '20000000700',
      '20000000700',
    ])
  })

  it.each([
    ['setuid of a Go client', '040000755', 'Qmccc2pfdpSdt1M97SBtdMm5MJ1fJEBG1BDUxcksbCzDSC'],
    ['a mode that is no number', '0xyz', 'QmULKig5Fxrs2sC4qt9nNduucXfb92AFYQ6Hi3YRqDmrYC'],
  ])('reads %s in the field name as the reference does', async (_name, mode, cid) => {
    const part = {
      headers: { 'Content-Disposition': `form-data; name="file?mode=${mode}"; filename="a"` },
      content: 'x',
    }

    expect(await addRoot('preserve-mode=true', part)).toBe(cid)
  })

  it('has no raw leaves where metadata may be stored', async () => {
    const root = await addRoot('cid-version=1&preserve-mode=true', file('f', 'hello, world!'))

    expect(root).toBe('bafybeibhbcn7k7o2m6xsqkrlfiokod3nxwe47viteynhruh6uqx7hvkjfu')
  })
})

describe('POST /api/v0/add, options that cannot be', () => {
  const metadataText = "raw-leaves can't be used with UnixFS metadata like mode or modification time"

  it.each([
    ['max-file-links=1', 'QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o'],
    ['max-file-links=1&trickle=true', 'QmVib14uvPnCP73XaCDpwugRuwfTsVbGyWbatHAmLSdZUS'],
    ['max-file-links=1&trickle=true&chunker=size-4', 'QmYw7Dcx9cTgWi7j9khAYEQWyuzRuTJcAqggPn9kXS8h8u'],
  ])('adds "hello world" by "%s" as the reference does', async (query, cid) => {
    expect(await addRoot(query, file('', 'hello world\n'))).toBe(cid)
  })

  it.each(
    sampleOnHosts(
      [
        ['raw-leaves=true&mode=0644', metadataText],
        ['raw-leaves=true&preserve-mtime=true', metadataText],
        ['mtime-nsecs=5', 'option "mtime-nsecs" requires "mtime" to be provided as well'],
        ['mtime=1&mtime-nsecs=1000000000', 'mtime nanoseconds must be in range [1, 999999999]'],
        ['inline=true&inline-limit=129', 'inline-limit 129 exceeds maximum allowed size of 128 bytes'],
        ['pin=false&pin-name=x', 'pin-name option requires pin to be set'],
        ['only-hash=true&pin-name=x', 'pin-name option requires pin to be set'],
        ['only-hash=true&to-files=/', 'only-hash and to-files options are not compatible'],
        [
          'wrap-with-directory=true&to-files=/',
          'wrap-with-directory and to-files options are not compatible',
        ],
        ['nocopy=true&raw-leaves=false', "nocopy option requires '--raw-leaves' to be enabled as well"],
        ['hash=sha2-9', 'unrecognized hash function: sha2-9'],
        ['hash=murmur3-x64-64', 'potentially insecure hash functions not allowed'],
        ['hash=SHAKE-128', 'potentially insecure hash functions not allowed'],
        ['chunker=rabin-20-20-30', 'incorrect format: rabin-min must be smaller than rabin-avg'],
        ['max-file-links=1&chunker=size-1', 'max-file-links must be from 2 to 65536 (got 1)'],
        ['max-hamt-fanout=100', 'HAMT fanout must be a power of 2, between 8 and 1024 (got 100)'],
        ['profile=x', 'unrecognized CID profile "x": known are unixfs-v0-2015, unixfs-v1-2025'],
      ],
      EVERY,
    ),
  )('answers "%s" with its text', async (query, message) => {
    const response = await send(`/api/v0/add?${query}`, form(file('f', 'xx')))

    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ Message: message, Code: 0, Type: 'error' })
  })
})
