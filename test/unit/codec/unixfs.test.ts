import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { decodeDagPb, encodeDagPb, MAX_BLOCK_BYTES } from '../../../src/codec/dag-pb/dag-pb.ts'
import { encodeUnixfs } from '../../../src/codec/dag-pb/encode-unixfs.ts'
import { decodeUnixfs } from '../../../src/codec/dag-pb/unixfs.ts'

const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

const edge: { blocks: { name: string; hex: string; expect: string }[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/unixfs/edge.json'), 'utf8'),
)

describe('encodeUnixfs()', () => {
  it.each([
    ['an empty file', { type: 'file', fileSizeBytes: 0 }, '08021800'],
    ['an empty directory', { type: 'directory' }, '0801'],
    [
      'a time',
      { type: 'file', fileSizeBytes: 0, mtime: { seconds: 1_604_320_482 } },
      '08021800420608e2f9fffc05',
    ],
    [
      'a mode and a time',
      { type: 'file', fileSizeBytes: 0, mode: 0o640, mtime: { seconds: 1_604_320_482, nanoseconds: 0 } },
      '0802180038a003420608e2f9fffc05',
    ],
    [
      'nanoseconds',
      { type: 'file', fileSizeBytes: 0, mtime: { seconds: 1_603_539_720, nanoseconds: 54_321 } },
      '08021800420b0888a6d0fc051531d40000',
    ],
    ['a mode that is the default', { type: 'file', fileSizeBytes: 0, mode: 0o644 }, '0802180038a403'],
    ['data that is empty', { type: 'raw', data: new Uint8Array(0), fileSizeBytes: 0 }, '080012001800'],
    ['2 GiB', { type: 'file', fileSizeBytes: 2 ** 31 }, '0802188080808008'],
    [
      'two links of almost 4 GiB',
      { type: 'file', fileSizeBytes: 2 ** 33 - 2, blockSizes: [2 ** 32 - 1, 2 ** 32 - 1] },
      '080218feffffff1f20ffffffff0f20ffffffff0f',
    ],
    [
      'a time after 2038',
      { type: 'file', fileSizeBytes: 0, mtime: { seconds: 2 ** 31 } },
      '080218004206088080808008',
    ],
  ] as const)('writes %s', (_what, node, hex) => {
    const bytes = encodeUnixfs(node)

    expect(hexOf(bytes)).toBe(hex)
    expect(decodeUnixfs(bytes)).toMatchObject({ type: node.type })
  })

  it.each([28, 31, 32, 33, 35, 40, 49, 52])('gives back the numbers around 2^%i', (power) => {
    const blockSizes = [-1, 0, 1].map((by) => 2 ** power + by)

    expect(decodeUnixfs(encodeUnixfs({ type: 'file', blockSizes })).blockSizes).toEqual(blockSizes)
  })

  it('gives back what it was given', () => {
    const node = {
      type: 'hamt-shard',
      data: new Uint8Array(300).fill(7),
      fileSizeBytes: 5_000_000_000,
      blockSizes: [1, 4_999_999_999],
      hashType: 0x22,
      fanout: 256,
      mode: 0o755,
      mtime: { seconds: -5, nanoseconds: 3 },
    } as const

    expect(decodeUnixfs(encodeUnixfs(node))).toEqual(node)
  })
})

describe('decodeUnixfs()', () => {
  it('leaves out a time that no number represents', () => {
    const node = decodeUnixfs(bytesOf('080218004209088180808080808010'))

    expect(node).toMatchObject({ type: 'file', fileSizeBytes: 0, mtime: undefined })
  })

  it.each([
    [999_999_999, { seconds: 5, nanoseconds: 999_999_999 }],
    [1_000_000_000, undefined],
    [2 ** 32 - 1, undefined],
  ])('leaves out a time with a second or more of nanoseconds: %d', (nanoseconds, mtime) => {
    const bytes = encodeUnixfs({ type: 'file', fileSizeBytes: 0, mtime: { seconds: 5, nanoseconds } })

    expect(decodeUnixfs(bytes).mtime).toEqual(mtime)
  })

  it.each(edge.blocks.map((block) => [block.name, block] as const))(
    'meets %s',
    (_name, { hex, expect: told }) => {
      const read = () => decodeUnixfs(decodeDagPb(bytesOf(hex)).Data)

      if (told === 'empty directory') expect(read().type).toBe('directory')
      else expect(read).toThrow(expect.objectContaining({ code: 'corrupt' }))
    },
  )

  it('names a type it does not know', () => {
    expect(() => decodeUnixfs(bytesOf('0809'))).toThrow('unrecognized object type: 9')
  })

  it('refuses sizes no number holds', () => {
    expect(() => decodeUnixfs(bytesOf('080218ffffffffffffffffff01'))).toThrow(
      expect.objectContaining({ code: 'corrupt' }),
    )
  })
})

describe('decodeDagPb()', () => {
  it('refuses every truncation of a node, and a block over its limit', () => {
    const whole = encodeDagPb({ Data: encodeUnixfs({ type: 'directory' }), Links: [] })

    for (let length = 1; length < whole.length; length += 1) {
      expect(() => decodeDagPb(whole.subarray(0, length))).toThrow(
        expect.objectContaining({ code: 'corrupt' }),
      )
    }
    expect(() => decodeDagPb(new Uint8Array(MAX_BLOCK_BYTES + 1))).toThrow(
      expect.objectContaining({ code: 'corrupt' }),
    )
  })
})

describe('encodeDagPb()', () => {
  it('refuses a node over the limit of a block', () => {
    expect(() => encodeDagPb({ Data: new Uint8Array(MAX_BLOCK_BYTES), Links: [] })).toThrow(
      expect.objectContaining({ code: 'too-large' }),
    )
  })
})
