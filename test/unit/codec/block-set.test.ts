import { describe, expect, it } from 'vitest'
import { createBlockSet } from '../../../src/codec/cid/block-set.ts'
import { CID, DAG_PB_CODEC, IDENTITY_CODE, RAW_CODEC } from '../../../src/codec/cid/cid.ts'
import { hasherFor } from '../../../src/codec/cid/hashers.ts'
import { hashBytes } from '../../../src/codec/cid/multihash.ts'
import { createQuadSet, type Quad } from '../../../src/codec/cid/quad-set.ts'
import { numberedBlocks } from '../../contracts/blocks.ts'
import { chance } from '../rpc/chance.ts'

async function inline(text: string): Promise<CID> {
  const hasher = hasherFor(IDENTITY_CODE)
  if (!hasher) throw new Error('no identity')
  return CID.createV1(DAG_PB_CODEC, await hashBytes(hasher, new TextEncoder().encode(text)))
}

const asNode = (cid: CID) => CID.createV1(DAG_PB_CODEC, cid.multihash)

describe('createBlockSet()', () => {
  it('holds what was added and nothing else', async () => {
    const blocks = await numberedBlocks(2_000)
    const set = createBlockSet()

    for (const { cid } of blocks.slice(0, 1_000)) expect(set.addBlock(cid)).toBe(true)

    expect(blocks.filter(({ cid }) => set.hasBlock(cid))).toEqual(blocks.slice(0, 1_000))
    expect(blocks.slice(0, 1_000).some(({ cid }) => set.addBlock(cid))).toBe(false)
    expect(set.size).toBe(1_000)
  })

  it('knows a block as a node only under its codec, and as a block under any', async () => {
    const [block] = await numberedBlocks(1)
    const raw = block?.cid ?? expect.unreachable()
    const set = createBlockSet()

    set.addNode(raw)
    expect(set.hasNode(asNode(raw))).toBe(false)
    expect(set.addNode(asNode(raw))).toBe(true)

    expect(set.hasNode(asNode(raw))).toBe(true)
    expect(set.hasBlock(CID.createV1(0x71, raw.multihash))).toBe(true)
    expect(set.addNode(asNode(raw))).toBe(false)
  })

  it('keeps apart digests that begin alike under another function or length', async () => {
    const [block] = await numberedBlocks(1)
    const { digest } = block?.cid.multihash ?? expect.unreachable()
    const named = (code: number, length: number) => {
      const bytes = digest.slice(0, length)
      return CID.createV1(RAW_CODEC, {
        code,
        digest: bytes,
        size: length,
        bytes: Uint8Array.of(code, length, ...bytes),
      })
    }
    const set = createBlockSet()

    set.addBlock(named(0x12, 32))

    expect(set.hasBlock(named(0x12, 32))).toBe(true)
    expect(set.hasBlock(named(0x16, 32))).toBe(false)
    expect(set.hasBlock(named(0x12, 20))).toBe(false)
  })

  it('keeps apart identity CIDs that begin alike, and counts what they cost', async () => {
    const set = createBlockSet()
    const [one, two] = await Promise.all([
      inline('sixteen bytes alike: one'),
      inline('sixteen bytes alike: two'),
    ])

    expect(set.addNode(one)).toBe(true)
    expect(set.hasNode(two)).toBe(false)
    expect(set.addNode(two)).toBe(true)
    expect(set.addNode(one)).toBe(false)

    expect(set.size).toBeGreaterThanOrEqual(32)
  })
})

describe('createQuadSet()', () => {
  const seed = 20_261_121

  it(`agrees with a plain set, growing and full of neighbours (seed ${seed})`, () => {
    const random = chance(seed)
    // Few first words: long runs of taken slots, over the end of the table too.
    const quads = Array.from(
      { length: 5_000 },
      (): Quad => [random.oneOf([0, 63, 2 ** 32 - 1]), 0, 0, 1 + random.below(4_000)],
    )
    const plain = new Set<string>()
    const set = createQuadSet()

    for (const quad of quads) {
      expect(set.has(quad)).toBe(plain.has(quad.join()))
      expect(set.add(quad)).toBe(!plain.has(quad.join()))
      plain.add(quad.join())
    }

    expect(set.size).toBe(plain.size)
  })
})
