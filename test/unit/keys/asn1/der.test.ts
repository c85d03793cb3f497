import { describe, expect, it } from 'vitest'
import {
  DER,
  der,
  derUnsigned,
  oid,
  readDer,
  readDerValues,
  smallNumberOf,
  unsignedOf,
} from '../../../../src/keys/asn1/der.ts'
import { bytesOf } from '../key-fixtures.ts'

describe('der()', () => {
  it.each([0, 1, 127, 128, 255, 256, 65_535, 65_536])(
    'writes %i bytes so that readDer() reads them',
    (length) => {
      const content = new Uint8Array(length).fill(7)

      expect(readDer(der(DER.octetString, content), DER.octetString)).toEqual(content)
    },
  )

  it('writes object identifiers and integers as the specification shows them', () => {
    expect(oid('1.2.840.113549.1.1.1')).toEqual(bytesOf('2a864886f70d010101'))
    expect(derUnsigned(Uint8Array.of(0, 0, 0x80))).toEqual(bytesOf('02020080'))
    expect(derUnsigned(Uint8Array.of(0))).toEqual(bytesOf('020100'))
  })
})

describe('readDer()', () => {
  it.each([
    ['', 'truncated'],
    ['04', 'truncated'],
    ['0402ff', 'data truncated'],
    ['0400ff', 'trailing data'],
    ['0480ff0000', 'indefinite'],
    ['048101ff', 'not minimally encoded'],
    ['0482008000', 'not minimally encoded'],
    ['0484ffffffff', 'too large'],
    ['0483ffffff', 'data truncated'],
    ['0482ff', 'truncated'],
    ['1f8101', 'several bytes'],
    ['0500', 'tag is 5 where 4 was expected'],
  ])('throws corrupt for %s', (hex, reason) => {
    expect(() => readDer(bytesOf(hex), DER.octetString)).toThrow(
      expect.objectContaining({ code: 'corrupt', message: expect.stringContaining(reason) }),
    )
  })

  it('reads 16 values of a sequence and no more', () => {
    const nulls = (count: number) => bytesOf('0500'.repeat(count))

    expect(readDerValues(nulls(16))).toHaveLength(16)
    expect(() => readDerValues(nulls(100_000))).toThrow('more than 16 values')
  })

  it.each(['0200', '020180', '02020001', '0206010000000000', '0401ff'])(
    'takes %s for no small number',
    (hex) => {
      expect(() => smallNumberOf(readDerValues(bytesOf(hex))[0])).toThrow(
        expect.objectContaining({ code: 'corrupt' }),
      )
    },
  )

  it('reads integers without zeros in front', () => {
    expect(unsignedOf(readDerValues(bytesOf('02020080'))[0])).toEqual(Uint8Array.of(0x80))
    expect(smallNumberOf(readDerValues(bytesOf('020500ffffffff'))[0])).toBe(0xffff_ffff)
  })
})
