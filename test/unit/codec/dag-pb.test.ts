import { encode, prepare } from '@ipld/dag-pb'
import { describe, expect, it } from 'vitest'
import { CID, DAG_PB_CODEC, RAW_CODEC } from '../../../src/codec/cid/cid.ts'
import { hasherFor } from '../../../src/codec/cid/hashers.ts'
import { hashBytes } from '../../../src/codec/cid/multihash.ts'
import { decodeDagPb, encodeDagPb, type PBLink } from '../../../src/codec/dag-pb/dag-pb.ts'
import { ProtobufWriter } from '../../../src/codec/protobuf.ts'
import { chance } from '../rpc/chance.ts'

const seed = 0xda6b

async function cids(): Promise<readonly [CID, CID, CID]> {
  const hasher = hasherFor('sha2-256')
  if (!hasher) throw new Error('no sha2-256')
  const multihash = await hashBytes(hasher, Uint8Array.of(1))
  const identity = {
    code: 0,
    size: 100,
    digest: new Uint8Array(100),
    bytes: Uint8Array.of(0, 100, ...new Uint8Array(100)),
  }
  return [
    CID.create(0, DAG_PB_CODEC, multihash),
    CID.create(1, RAW_CODEC, multihash),
    CID.create(1, RAW_CODEC, identity),
  ]
}

describe('encodeDagPb()', () => {
  it(`writes 300 nodes as @ipld/dag-pb does (seed ${seed})`, async () => {
    const random = chance(seed)
    const hashes = await cids()
    const name = () =>
      random.oneOf([
        undefined,
        '',
        'a',
        'b',
        'file-10',
        'file-9',
        'ä',
        '\uffee',
        '\u{1f600}',
        '\ud800',
        'n'.repeat(200),
      ])
    const size = () => random.oneOf([undefined, 0, 127, 128, 2 ** 31, 2 ** 35 + 1, Number.MAX_SAFE_INTEGER])
    const link = (): PBLink => {
      const [Hash, Name, Tsize] = [random.oneOf(hashes), name(), size()]
      return { Hash, ...(Name !== undefined && { Name }), ...(Tsize !== undefined && { Tsize }) }
    }

    for (let round = 0; round < 300; round += 1) {
      const Links = Array.from({ length: random.below(12) }, link)
      const Data = random.oneOf([undefined, new Uint8Array(), new Uint8Array(random.below(700)).fill(7)])
      const node = { ...(Data && { Data }), Links }

      expect(encodeDagPb(node), `seed ${seed}, round ${round}`).toEqual(
        encode(prepare({ ...node, Links: [...Links] })),
      )
    }
  })

  it.each([
    [-1, 'not a size'],
    [0.5, 'not a size'],
    [2 ** 53, 'value of Tsize is too large: 9007199254740992'],
  ])('refuses a link of %d bytes', async (Tsize, reason) => {
    const [Hash] = await cids()

    expect(() => encodeDagPb({ Links: [{ Hash, Tsize }] })).toThrow(reason)
  })
})

describe('decodeDagPb()', () => {
  it.each([
    [2n ** 53n, 2n ** 53n],
    [2n ** 63n, 2n ** 63n],
    [2n ** 64n - 1n, 2n ** 64n - 2n ** 11n],
  ])('gives a link of %d bytes a size of at most 64 bits', async (size, decoded) => {
    const [Hash] = await cids()
    const link = new ProtobufWriter().varint(0x0a).bytes(Hash.bytes).varint(0x18).varint(size).finish()
    const bytes = new ProtobufWriter().varint(0x12).bytes(link).finish()

    const [{ Tsize = 0 } = {}] = decodeDagPb(bytes).Links

    expect(BigInt(Tsize)).toBe(decoded)
  })
})
