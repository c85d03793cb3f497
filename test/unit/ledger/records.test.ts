import { describe, expect, it } from 'vitest'
import { decodeMessage, decodeRecord } from '../../../src/ledger/records/decode-record.ts'
import { encodeMessage, encodeRecord } from '../../../src/ledger/records/encode-record.ts'
import { fromHex, toHex } from '../../requests/hex.ts'
import { vectors } from './vectors.ts'

describe('the vectors of the records', () => {
  it.each(vectors.valid)('$id', ({ message, hex, canonicalHex, recordHex }) => {
    const bytes = fromHex(hex)

    expect(toHex(encodeMessage(message, decodeMessage(message, bytes)))).toBe(canonicalHex)
    expect(toHex(encodeRecord(message, decodeRecord(message, bytes)))).toBe(recordHex)
  })
})

describe('integers of 64 bits', () => {
  it.each([0n, 1n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 63n, 2n ** 64n - 1n])(
    'keep %s whole',
    (index) => {
      const bytes = encodeRecord('StateInfoIndex', { rollappId: 'a_1-1', index })

      expect(decodeRecord('StateInfoIndex', bytes)).toEqual({ rollappId: 'a_1-1', index })
    },
  )

  it.each([-1n, 2n ** 64n])('refuse %s', (index) => {
    expect(() => encodeRecord('StateInfoIndex', { rollappId: '', index })).toThrow(
      expect.objectContaining({ code: 'invalid-argument', details: { codespace: 'rollapp', code: 3000 } }),
    )
  })
})
