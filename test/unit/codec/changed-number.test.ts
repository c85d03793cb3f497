import { describe, expect, it } from 'vitest'
import { changedNumber } from '../../../src/codec/changed-number.ts'

describe('changedNumber()', () => {
  it.each([
    '9007199254740993',
    '12345678901234567890',
    '1e400',
    '-1e400',
    '1e-400',
    '0.12345678901234567890',
  ])('finds %s anywhere', (number) => {
    expect(changedNumber(number)).toBe(number)
    expect(changedNumber(`{"a":[1,"2",{"b":${number}}],"c":1e999}`)).toBe(number)
  })

  it.each([
    '0',
    '-0',
    '0.0',
    '-0e5',
    '1.50',
    '1E+2',
    '1e20',
    '1e21',
    '1e-7',
    '9007199254740992',
    '1000000000000000000000000',
    '5e-324',
    '1.7976931348623157e308',
    '["\\"1e400","\\\\",true,null]',
    '{"12345678901234567890":1}',
  ])('finds none in %s', (json) => {
    expect(changedNumber(json)).toBeUndefined()
  })

  it('is the same for each number that JSON prints', () => {
    for (let bits = 0; bits < 1024; bits += 1) {
      const value = 2 ** bits * (1 + bits / 1024)

      expect(changedNumber(JSON.stringify([value, -value, 1 / value]))).toBeUndefined()
    }
  })

  it('takes time in proportion to the digits', () => {
    const zeros = '0'.repeat(250_000)

    expect(changedNumber(`1.${zeros}1`)).toBe(`1.${zeros}1`)
    expect(changedNumber(`1.${zeros}`)).toBeUndefined()
  })
})
