import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { baseList, type CodeName, codecList, hashList } from '../../../src/codec/cid/code-lists.ts'
import { codecByOldName, codecNamed, oldNameOfCodec } from '../../../src/codec/cid/codec-names.ts'
import { hashers } from '../../../src/codec/cid/hashers.ts'

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, `../../fixtures/multiformats/${name}`), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map((cell) => cell.trim()))

const multicodecs = fixture('table.csv').map(([name = '', tag, code]) => ({ name, tag, code: Number(code) }))

const names = (list: readonly CodeName[]) => list.map(({ name }) => name)

describe('codecNamed()', () => {
  // Added to the table after the names that today's reference knows.
  const later = new Set(['rdfc-1', 'json-jcs'])
  const rows = multicodecs.filter(({ name, tag }) => tag === 'ipld' && !later.has(name))

  it.each(rows)('knows $name by its number in the multicodec table', ({ name, code }) => {
    expect(codecNamed(name)).toBe(code)
  })
})

describe('oldNameOfCodec()', () => {
  it('gives only names that lead back to their number', () => {
    for (const { code } of codecList.filter(({ name }) => name !== 'cbor')) {
      expect(codecByOldName(oldNameOfCodec(code) ?? '')).toBe(code)
    }
    expect(codecNamed('cbor')).toBe(0x51)
    expect(oldNameOfCodec(0x51)).toBeUndefined()
  })

  it.each([
    [0x70, 'protobuf'],
    [0x71, 'cbor'],
    [0x55, 'raw'],
    [0x0129, 'dag-json'],
  ])('calls 0x%s by the name of the 0.9 API', (code, name) => {
    expect(oldNameOfCodec(code)).toBe(name)
  })
})

describe('hashers', () => {
  it.each(hashers.map(({ name, code }) => ({ name, code })))('$name has its number', ({ name, code }) => {
    expect(multicodecs).toContainEqual(expect.objectContaining({ name, code }))
  })
})

describe('baseList', () => {
  it('gives every base the code point of the multibase table', () => {
    const table = fixture('multibase.csv').map(([point = '', , name]) => ({
      name,
      code: Number.parseInt(point.slice(2), 16),
    }))

    for (const { name, code } of baseList) {
      // The table reserves the number of "identity" and calls it "none".
      expect(table).toContainEqual({ name: name === 'identity' ? 'none' : name, code })
    }
  })

  it('holds what the 0.9 API lists, and one that came later', () => {
    const listed = baseList.map(({ code, name }) => `${code} ${name}`)

    expect(listed).toEqual([
      ...['0 identity', '48 base2', '66 base32upper', '67 base32padupper', '70 base16upper'],
      ...['75 base36upper', '77 base64pad', '84 base32hexpadupper', '85 base64urlpad', '86 base32hexupper'],
      ...['90 base58flickr', '98 base32', '99 base32pad', '102 base16', '107 base36', '109 base64'],
      ...['116 base32hexpad', '117 base64url', '118 base32hex', '122 base58btc', '128640 base256emoji'],
    ])
  })
})

describe('codecList', () => {
  it('holds the codecs that the 0.9 API lists, by their names in the table, in the order of the numbers', () => {
    const old = [
      ...[
        81,
        'cbor',
        85,
        'raw',
        112,
        'dag-pb',
        113,
        'dag-cbor',
        120,
        'git-raw',
        144,
        'eth-block',
        145,
        'eth-block-list',
      ],
      ...[146, 'eth-tx-trie', 147, 'eth-tx', 148, 'eth-tx-receipt-trie', 149, 'eth-tx-receipt'],
      ...[150, 'eth-state-trie', 151, 'eth-account-snapshot', 152, 'eth-storage-trie', 176, 'bitcoin-block'],
      ...[177, 'bitcoin-tx', 192, 'zcash-block', 193, 'zcash-tx', 224, 'decred-block', 225, 'decred-tx'],
      ...[240, 'dash-block', 241, 'dash-tx'],
    ]

    for (let at = 0; at < old.length; at += 2) {
      expect(codecList).toContainEqual({ code: old[at], name: old[at + 1] })
    }
    expect(names(codecList)).toEqual(expect.arrayContaining(['dag-pb', 'dag-cbor', 'dag-json', 'json']))
    expect(codecList).toEqual(codecList.toSorted((a, b) => a.code - b.code))
  })
})

describe('hashList', () => {
  it('holds what the 0.9 API lists and what came later, in the order of the numbers', () => {
    const sizes = (name: string, first: number, bits: number[]) =>
      bits.map((size, at) => ({ code: first + at, name: `${name}-${size}` }))
    const bits = (last: number) => Array.from({ length: (last - 160) / 8 + 1 }, (_, at) => 160 + at * 8)

    expect(hashList).toEqual([
      { code: 0, name: 'identity' },
      { code: 17, name: 'sha1' },
      { code: 18, name: 'sha2-256' },
      { code: 19, name: 'sha2-512' },
      { code: 20, name: 'sha3-512' },
      { code: 21, name: 'sha3-384' },
      { code: 22, name: 'sha3-256' },
      { code: 23, name: 'sha3-224' },
      { code: 25, name: 'shake-256' },
      { code: 26, name: 'keccak-224' },
      { code: 27, name: 'keccak-256' },
      { code: 28, name: 'keccak-384' },
      { code: 29, name: 'keccak-512' },
      { code: 30, name: 'blake3' },
      { code: 32, name: 'sha2-384' },
      { code: 86, name: 'dbl-sha2-256' },
      { code: 0x1013, name: 'sha2-224' },
      { code: 0x1014, name: 'sha2-512-224' },
      { code: 0x1015, name: 'sha2-512-256' },
      ...sizes('blake2b', 45588, bits(512)),
      ...sizes('blake2s', 45652, bits(256)),
    ])
  })
})
