import { describe, expect, it } from 'vitest'
import { cborBlock } from '../../../src/blocks/cbor-block.ts'
import { verifyBlock } from '../../../src/codec/cid/multihash.ts'
import { decodeRoot, encodeRoot, FIRST_BLOCK, FIRST_ROOT } from '../../../src/ledger/state/root.ts'

describe('FIRST_ROOT', () => {
  it('has the CID that is written down', async () => {
    expect((await cborBlock(encodeRoot(FIRST_ROOT))).cid.toString()).toBe(FIRST_BLOCK.cid.toString())
    await verifyBlock(FIRST_BLOCK.cid, FIRST_BLOCK.bytes)
  })

  it('reads as it was written', () => {
    expect(decodeRoot(FIRST_BLOCK.bytes)).toEqual(FIRST_ROOT)
  })
})
