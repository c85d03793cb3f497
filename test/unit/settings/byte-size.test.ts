import { expect, it } from 'vitest'
import { parseByteSize } from '../../../src/settings/byte-size.ts'

it.each([
  ['10GB', 10_000_000_000],
  ['10 gb', 10_000_000_000],
  ['2GiB', 2_147_483_648],
  ['1.5kB', 1_500],
  ['3M', 3_000_000],
  ['0', 0],
  ['42B', 42],
  ['', undefined],
  ['GB', undefined],
  ['-1GB', undefined],
  ['10 parsecs', undefined],
  ['5iB', undefined],
  ['9999999999999999PB', undefined],
])('parseByteSize() reads "%s" as %s', (text, bytes) => {
  expect(parseByteSize(text)).toBe(bytes)
})
