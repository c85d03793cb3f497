import { expect, it } from 'vitest'
import { binaryString, compareBytes } from '../../../src/codec/bytes/bytes.ts'
import { randomBytes } from '../../requests/random-bytes.ts'

it.each([0, 1, 256, 8191, 8192, 8193, 300_000])('%i bytes become one character each', (length) => {
  const bytes = randomBytes(5, length)

  const text = binaryString(bytes)

  expect(text === Buffer.from(bytes).toString('latin1')).toBe(true)
})

it('texts of bytes sort like the bytes', () => {
  const keys = Array.from({ length: 100 }, (_, at) => randomBytes(at, at % 9))

  const sorted = keys.toSorted(compareBytes).map(binaryString)

  expect(sorted).toEqual(keys.map(binaryString).toSorted())
})
