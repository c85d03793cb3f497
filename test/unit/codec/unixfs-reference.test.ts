import { Node } from 'ipfs-unixfs'
import { describe, expect, it } from 'vitest'
import { encodeUnixfs } from '../../../src/codec/dag-pb/encode-unixfs.ts'
import { decodeUnixfs, type UnixfsNode } from '../../../src/codec/dag-pb/unixfs.ts'
import { UNIXFS_TYPES } from '../../../src/codec/dag-pb/unixfs-message.ts'
import { isDomainError } from '../../../src/errors.ts'
import { damaged, fuzz, ROUNDS, SEED } from '../fuzz/fuzz.ts'
import type { Chance } from '../rpc/chance.ts'

describe(`the reader of UnixFS, beside the one of ipfs-unixfs, seed ${SEED}`, () => {
  it(`reads the same of nodes that are damaged, or refuses them with the same text (${ROUNDS} rounds)`, () =>
    fuzz((random) => damaged(encodeUnixfs(anyNode(random)), random), agree))

  it(`reads the same of fields that no encoder writes (${ROUNDS} rounds)`, () =>
    fuzz((random) => Uint8Array.from(oddFields(random)), agree))

  it(`reads the same of what ends anywhere (${ROUNDS} rounds)`, () =>
    fuzz((random) => {
      const bytes = Uint8Array.from([...encodeUnixfs(anyNode(random)), ...oddFields(random)])
      return bytes.subarray(0, random.below(bytes.byteLength + 1))
    }, agree))

  it.each([
    ['a last number that is cut in its fourth byte', [8, 2, 24, 0x80, 0x80, 0x80]],
    ['a number that is cut before', [8, 2, 24, 0x80, 0x80]],
    ['a number of ten bytes', [8, 2, 24, ...Array<number>(9).fill(0xff), 1]],
    ['a number of eleven bytes', [8, 2, 24, ...Array<number>(10).fill(0x80), 0, 0, 0, 0, 0]],
    ['a tag of six bytes', [0x88, 0x80, 0x80, 0x80, 0x80, 0, 0, 0, 0, 0, 2]],
    ['data beyond the end', [8, 2, 18, 5, 1, 2]],
    ['a time beyond the end', [8, 2, 66, 200, 1, 8, 1]],
    ['a time that is shorter than its field', [8, 2, 66, 1, 8, 5, 24, 7]],
    ['a group in a group', [8, 2, 75, 83, 84, 8, 5, 76]],
    ['a group without an end', [8, 2, 75, 8, 5]],
    ['an end without a group', [8, 2, 76]],
    ['field 0', [0, 0, 8, 2]],
    ['a negative type', [8, ...Array<number>(9).fill(0xff), 1]],
    ['nothing', []],
  ])('reads the same of %s', (_what, bytes) => {
    agree(Uint8Array.from(bytes))
  })

  it('passes over groups of any depth', () => {
    const depth = 100_000
    const groups = [...Array<number>(depth).fill(75), ...Array<number>(depth).fill(76)]

    expect(decodeUnixfs(Uint8Array.from([8, 1, ...groups])).type).toBe('directory')
  })
})

function agree(bytes: Uint8Array): void {
  expect(told(() => decodeUnixfs(bytes))).toEqual(told(() => referenceRead(bytes)))
}

/** What a reader says of a node, or the text with which it refuses it. */
function told(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refused || isDomainError(error)) return error.message
    throw error
  }
}

class Refused extends Error {}

/** The library reads a message as the first field of a node alone. */
function referenceRead(bytes: Uint8Array): unknown {
  const message = libraryMessage(bytes)
  if (message?.type === undefined) throw new Refused('proto: required field "Type" not set')
  const { mtime } = message
  const seconds = Number(mtime?.seconds ?? 0)
  return {
    type: message.type.toLowerCase().replace('_', '-'),
    data: message.data,
    fileSizeBytes: safeNumber(message.fileSize),
    blockSizes: message.blockSizes.map(safeNumber),
    hashType: safeNumber(message.hashType),
    fanout: safeNumber(message.fanOut),
    mode: message.mode,
    // A time that no number represents is left out, and so is one with a second or more of nanoseconds.
    mtime:
      mtime && Number.isSafeInteger(seconds) && (mtime.fractionalNanoseconds ?? 0) < 1e9
        ? {
            seconds,
            ...(mtime.fractionalNanoseconds !== undefined && { nanoseconds: mtime.fractionalNanoseconds }),
          }
        : undefined,
  }
}

function libraryMessage(bytes: Uint8Array) {
  try {
    return Node.decode(Uint8Array.from([0x0a, ...varint(BigInt(bytes.byteLength)), ...bytes])).data
  } catch (error) {
    const { message } = error as Error
    if (message !== 'Invalid enum value') throw new Refused(`proto: ${message}`)
    throw new Refused(`unrecognized object type: ${bytes[0] === 8 ? bytes[1] : '?'}`)
  }
}

function safeNumber(value: bigint | undefined): number | undefined {
  if (value === undefined) return undefined
  if (!Number.isSafeInteger(Number(value))) throw new Refused(`proto: number out of range: ${value}`)
  return Number(value)
}

const NUMBERS = [
  0,
  1,
  127,
  128,
  2 ** 21,
  2 ** 28 - 1,
  2 ** 28,
  2 ** 31,
  2 ** 32,
  2 ** 35,
  2 ** 49,
  2 ** 53 - 1,
]

function anyNode(random: Chance): UnixfsNode {
  const maybe = <T>(value: T) => (random.below(2) > 0 ? value : undefined)
  const number = () => random.oneOf(NUMBERS)
  const nanoseconds = random.oneOf([0, 1, 999_999_999, 2 ** 32 - 1])
  return {
    type: random.oneOf(UNIXFS_TYPES),
    data: maybe(new Uint8Array(random.below(200)).fill(random.below(256))),
    fileSizeBytes: maybe(number()),
    blockSizes: Array.from({ length: random.below(4) }, number),
    hashType: maybe(number()),
    fanout: maybe(number()),
    mode: maybe(random.below(0o10000)),
    mtime: maybe({ seconds: number() * random.oneOf([1, -1]), nanoseconds }),
  }
}

const INTEGERS = [...NUMBERS.map(BigInt), 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n, 2n ** 64n - 5n]

/** Fields in any order and of any wire type, known or not, padded, repeated, in groups. */
function oddFields(random: Chance): number[] {
  return Array.from({ length: 1 + random.below(8) }, () => oddField(random, 0)).flat()
}

function oddField(random: Chance, depth: number): number[] {
  const number = random.oneOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 99, 2 ** 29 - 1])
  const wireType = random.oneOf([0, 0, 0, 1, 2, 2, 3, 4, 5, 5, 6, 7])
  return [...padded(BigInt(number) * 8n + BigInt(wireType), random), ...oddValue(wireType, random, depth)]
}

function oddValue(wireType: number, random: Chance, depth: number): number[] {
  const bytes = (count: number) => Array.from({ length: count }, () => random.below(256))
  if (wireType === 0)
    return padded(random.oneOf(random.below(3) > 0 ? [0n, 1n, 2n, 5n, 6n] : INTEGERS), random)
  if (wireType === 1) return bytes(8)
  if (wireType === 5) return bytes(4)
  if (wireType === 2) {
    const content = random.below(2) > 0 ? bytes(random.below(20)) : oddField(random, depth)
    return [...padded(BigInt(content.length + random.oneOf([0, 0, 0, 1, -1])), random), ...content]
  }
  if (wireType !== 3 || depth > 4) return []
  const inner = Array.from({ length: random.below(3) }, () => oddField(random, depth + 1))
  return [...inner.flat(), ...padded(random.oneOf([4n, 12n, 76n, 76n]), random)]
}

function padded(value: bigint, random: Chance): number[] {
  const bytes = varint(BigInt.asUintN(64, value))
  if (random.below(8) > 0) return bytes
  const zeros = Array<number>(random.below(12 - bytes.length)).fill(0)
  return [...bytes, ...zeros].map((byte, at, all) => (at < all.length - 1 ? byte | 128 : byte))
}

function varint(value: bigint): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest >>= 7n) {
    if (rest < 128n) return [...bytes, Number(rest)]
    bytes.push(Number(rest & 127n) | 128)
  }
}
