import { describe, expect, it } from 'vitest'
import { sizeText } from '../../../src/gateway/page/size-text.ts'

describe('sizeText()', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.0 KiB'],
    [1536, '1.5 KiB'],
    [10_188, '9.9 KiB'],
    [10_240, '10 KiB'],
    [1_048_575, '1.0 MiB'],
    [5_368_709_120, '5.0 GiB'],
    [Number.MAX_SAFE_INTEGER, '8.0 PiB'],
  ])('writes %d as %s', (sizeBytes, text) => {
    expect(sizeText(sizeBytes)).toBe(text)
  })
})
