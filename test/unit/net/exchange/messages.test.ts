import * as Digest from 'multiformats/hashes/digest'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { joinBytes } from '../../../../src/codec/bytes/bytes.ts'
import { writeVarint } from '../../../../src/codec/bytes/varint.ts'
import { blockKey, CID, MAX_CID_BYTES, parseCid } from '../../../../src/codec/cid/cid.ts'
import { blockKeyByPrefix, prefixOfCid, V0_PREFIX } from '../../../../src/codec/cid/cid-prefix.ts'
import { ProtobufWriter } from '../../../../src/codec/protobuf.ts'
import { isDomainError } from '../../../../src/errors.ts'
import { seededRandom } from '../../../../src/memory/seeded-random.ts'
import { decodeBitswapMessage } from '../../../../src/net/exchange/wire/decode-message.ts'
import { encodeBitswapMessage } from '../../../../src/net/exchange/wire/encode-message.ts'
import { createFrames } from '../../../../src/net/exchange/wire/frames.ts'
import {
  type BitswapMessage,
  featuresOf,
  MAX_BITSWAP_BYTES,
  MAX_WANTS,
} from '../../../../src/net/exchange/wire/message.ts'

const RAW = parseCid('bafkreifzjut3te7nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e')
const V0 = parseCid('QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn')

const NEWEST = featuresOf('/ipfs/bitswap/1.2.0')

const MESSAGE: BitswapMessage = {
  wants: [
    { cid: RAW, priority: 3, kind: 'have', sendDontHave: true, isCancel: false },
    { cid: V0, priority: 1, kind: 'block', sendDontHave: false, isCancel: true },
  ],
  isFull: true,
  blocks: [{ prefix: prefixOfCid(RAW), data: new Uint8Array([1, 2, 3]) }],
  presences: [
    { cid: V0, isHeld: true },
    { cid: RAW, isHeld: false },
  ],
}

/** The message inside one frame. */
function unframe(chunks: readonly Uint8Array[]): Uint8Array {
  const [message, ...others] = createFrames().push(joinBytes(chunks))
  expect(others).toEqual([])
  return message ?? new Uint8Array(0)
}

/** The lengths of arrays of bytes that the test creates from now on. */
function allocations(): readonly number[] {
  const lengths: number[] = []
  const construct = (target: typeof Uint8Array, [length]: readonly unknown[]) => {
    if (typeof length !== 'number') throw new TypeError('Expected a length')
    lengths.push(length)
    return new target(length)
  }
  vi.stubGlobal('Uint8Array', new Proxy(Uint8Array, { construct }))
  onTestFinished(() => void vi.unstubAllGlobals())
  return lengths
}

describe('messages of the exchange', () => {
  it('are read as they were written', () => {
    const read = decodeBitswapMessage(unframe(encodeBitswapMessage(MESSAGE, NEWEST)))

    expect(read.wants.map(({ cid, ...want }) => ({ cid: `${cid}`, ...want }))).toEqual(
      MESSAGE.wants.map(({ cid, ...want }) => ({ cid: `${cid}`, ...want })),
    )
    expect(read.presences.map(({ cid, isHeld }) => [`${cid}`, isHeld])).toEqual([
      [`${V0}`, true],
      [`${RAW}`, false],
    ])
    expect(read.blocks).toEqual(MESSAGE.blocks)
    expect(read.isFull).toBe(true)
  })

  it('have the bytes of the reference', () => {
    const want = { cid: V0, priority: 1, kind: 'have', sendDontHave: true, isCancel: false } as const
    const [bytes] = encodeBitswapMessage({ wants: [want] }, NEWEST)

    const cid = [...V0.bytes]
    expect([...(bytes ?? [])]).toEqual([46, 10, 44, 10, 42, 10, 34, ...cid, 16, 1, 32, 1, 40, 1])
  })

  it('to older peers have no presences, and to the oldest blocks without prefixes', () => {
    const older = decodeBitswapMessage(
      unframe(encodeBitswapMessage(MESSAGE, featuresOf('/ipfs/bitswap/1.1.0'))),
    )
    const oldest = decodeBitswapMessage(unframe(encodeBitswapMessage(MESSAGE, featuresOf('/ipfs/bitswap'))))

    expect(older.presences).toEqual([])
    expect(older.wants.map(({ kind, sendDontHave }) => [kind, sendDontHave])).toEqual([
      ['block', false],
      ['block', false],
    ])
    expect(older.blocks).toEqual(MESSAGE.blocks)
    expect(oldest.blocks).toEqual([{ data: new Uint8Array([1, 2, 3]) }])
  })

  it('are found in chunks of any size', () => {
    const bytes = joinBytes([1, 2, 3].flatMap(() => encodeBitswapMessage(MESSAGE, NEWEST)))
    for (const size of [1, 7, bytes.byteLength]) {
      const frames = createFrames()
      const found: Uint8Array[] = []
      for (let at = 0; at < bytes.byteLength; at += size)
        found.push(...frames.push(bytes.subarray(at, at + size)))

      expect(found.map((one) => decodeBitswapMessage(one).blocks.length)).toEqual([1, 1, 1])
      expect(frames.heldBytes).toBe(0)
    }
  })

  it('name blocks by the hash of their bytes', async () => {
    const data = new Uint8Array(0)
    const empty = parseCid('bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku')

    expect(await blockKeyByPrefix(prefixOfCid(empty), data)).toBe(blockKey(empty))
    expect(await blockKeyByPrefix(V0_PREFIX, data)).toBe(blockKey(empty))
  })
})

describe('hostile messages', () => {
  it.each([
    ['a length over the limit', [0x81, 0x80, 0x80, 0x02]],
    ['a length that does not end', [0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
  ])('with %s are refused before more is read', (_, bytes) => {
    expect(() => createFrames().push(new Uint8Array(bytes))).toThrow('over 4194304 bytes')
  })

  it('are counted with the memory that they take, which is at most twice what has arrived of them', () => {
    const [prefix, piece] = [writeVarint(MAX_BITSWAP_BYTES), new Uint8Array(1024)]
    const allocated = allocations()
    const frames = createFrames()
    frames.push(prefix)
    expect(frames.heldBytes).toBe(0)

    for (let arrived = 1024; arrived < MAX_BITSWAP_BYTES; arrived += 1024) {
      frames.push(piece)
      expect(frames.heldBytes).toBe(allocated.at(-1))
      expect(frames.heldBytes).toBeLessThanOrEqual(2 * arrived)
    }
    expect(frames.push(piece)).toHaveLength(1)

    expect(frames.heldBytes).toBe(0)
    expect(allocated.reduce((sum, bytes) => sum + bytes)).toBeLessThan(3 * MAX_BITSWAP_BYTES)
  })

  it.each([
    [
      'malformed CID',
      new ProtobufWriter()
        .varint(10)
        .open()
        .varint(10)
        .open()
        .varint(10)
        .bytes(RAW.bytes.subarray(1))
        .close()
        .close(),
    ],
    ['want without CID', new ProtobufWriter().varint(10).open().varint(10).open().close().close()],
    ['presence of nothing', new ProtobufWriter().varint(34).open().close()],
    ['truncated block', new ProtobufWriter().varint(26).varint(100).varint(1)],
  ])('with a %s are refused', (_, writer) => {
    expect(() => decodeBitswapMessage(writer.finish())).toThrow()
  })

  it('with a CID over its maximum size are refused', () => {
    const cidOf = (sizeBytes: number) => {
      const { byteLength } = prefixOfCid(CID.createV1(0x55, Digest.create(0x12, new Uint8Array(sizeBytes))))
      return CID.createV1(0x55, Digest.create(0x12, new Uint8Array(sizeBytes - byteLength)))
    }
    const read = (cid: CID) => {
      const want = { cid, priority: 1, kind: 'block' as const, sendDontHave: true, isCancel: false }
      const messages = [{ wants: [want] }, { presences: [{ cid, isHeld: false }] }]
      return messages.map((message) => () => {
        const { wants, presences } = decodeBitswapMessage(unframe(encodeBitswapMessage(message, NEWEST)))
        return wants.length + presences.length
      })
    }

    expect(read(cidOf(MAX_CID_BYTES)).map((count) => count())).toEqual([1, 1])
    for (const count of read(cidOf(MAX_CID_BYTES + 1))) {
      expect(count).toThrow(expect.objectContaining({ code: 'too-large' }))
    }
  })

  it('are read in part or refused, whatever they contain', () => {
    const random = seededRandom(20_261_122)
    const valid = unframe(encodeBitswapMessage(MESSAGE, NEWEST))
    for (let round = 0; round < 2000; round += 1) {
      const bytes = valid.slice()
      const [at = 0, value = 0, at2 = 0, cut = 0] = random.bytes(4)
      bytes[at % bytes.byteLength] = value
      bytes[at2 % bytes.byteLength] = cut
      try {
        decodeBitswapMessage(cut < 64 ? bytes.subarray(0, cut) : bytes)
      } catch (error) {
        expect(isDomainError(error), `seed 20261122, round ${round}: ${error}`).toBe(true)
      }
    }
  })

  it('with 100,000 wants give a bounded number of them', () => {
    const writer = new ProtobufWriter().varint(10).open()
    for (let at = 0; at < 100_000; at += 1) writer.varint(10).open().varint(10).bytes(V0.bytes).close()
    const { wants } = decodeBitswapMessage(writer.close().finish())

    expect(wants).toHaveLength(MAX_WANTS)
  })

  it.each([
    ['prefix that is cut', [1, 0x55, 0x12]],
    ['weak hash', [1, 0x55, 0x18, 32]],
    ['short digest', [1, 0x55, 0x12, 4]],
    ['long digest', [1, 0x55, 0x12, 100]],
    ['identity hash', [1, 0x55, 0x00, 32]],
    ['unknown hash', [1, 0x55, 0x7f, 32]],
    ['endless varint', [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
  ])('with a block of a %s name no block', async (_, prefix) => {
    expect(await blockKeyByPrefix(new Uint8Array(prefix), new Uint8Array([1]))).toBeUndefined()
  })
})
