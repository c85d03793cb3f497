import { describe, expect, it } from 'vitest'
import { verifyBlock } from '../../../src/codec/cid/multihash.ts'
import { added, file } from './added.ts'

/** Functions of `/cid/hashes` and their numbers. */
const NAMED: readonly (readonly [string, number])[] = [
  ['identity', 0],
  ['sha1', 17],
  ['sha2-256', 18],
  ['sha2-512', 19],
  ['sha3-512', 20],
  ['sha3-384', 21],
  ['sha3-256', 22],
  ['sha3-224', 23],
  ['shake-256', 25],
  ['keccak-224', 26],
  ['keccak-256', 27],
  ['keccak-384', 28],
  ['keccak-512', 29],
  ['dbl-sha2-256', 86],
  ...Array.from({ length: 45 }, (_, at) => [`blake2b-${160 + at * 8}`, 45_588 + at] as const),
  ...Array.from({ length: 13 }, (_, at) => [`blake2s-${160 + at * 8}`, 45_652 + at] as const),
]

describe('addContent(), hash functions', () => {
  it.each(NAMED)('names blocks with %s', async (hash, code) => {
    const { roots, blockstore } = await added([file('d/a', 'alpha'), file('d/b', 'beta')], {
      ...{ hash, cidVersion: 1, chunker: 'size-3' },
    })

    const [root] = roots
    expect(root?.multihash.code).toBe(code)
    let blocks = 0
    for await (const { cid } of blockstore.list()) {
      blocks += 1
      const bytes = await blockstore.get(cid)
      await verifyBlock(cid, bytes ?? new Uint8Array(0))
    }
    expect(blocks).toBe(code === 0 ? 0 : 7)
  })

  it('reads the name of a function in any case', async () => {
    expect((await added([file('f', 'x')], { hash: 'SHA2-512' })).roots[0]?.multihash.code).toBe(19)
  })
})
