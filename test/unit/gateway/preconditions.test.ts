import { describe, expect, it } from 'vitest'
import { allowsRange, conditionalStatus } from '../../../src/gateway/body/preconditions.ts'

const JANUARY = 'Fri, 01 Jan 2027 00:00:00 GMT'
const FEBRUARY = 'Mon, 01 Feb 2027 00:00:00 GMT'
const held = { etag: '"a"', lastModifiedMs: Date.parse(JANUARY) }

describe('allowsRange()', () => {
  it('applies a range without a condition, with the same strong tag and with the same date', () => {
    expect(allowsRange(null, held)).toBe(true)
    expect(allowsRange('"a"', held)).toBe(true)
    expect(allowsRange(JANUARY, held)).toBe(true)
  })

  it.each(['W/"a"', '"b"', FEBRUARY, 'never'])('applies none under %s', (header) => {
    expect(allowsRange(header, held)).toBe(false)
  })
})

describe('conditionalStatus()', () => {
  it.each<[Record<string, string>, 304 | 412 | undefined]>([
    [{}, undefined],
    [{ 'If-Match': '"a"' }, undefined],
    [{ 'If-Match': '*' }, undefined],
    [{ 'If-Match': '"b", "c"' }, 412],
    [{ 'If-Match': 'W/"a"' }, 412],
    [{ 'If-Match': '"a"', 'If-None-Match': '"a"' }, 304],
    [{ 'If-Match': '"b"', 'If-None-Match': '"a"' }, 412],
    [{ 'If-None-Match': '"b"', 'If-Modified-Since': FEBRUARY }, undefined],
    [{ 'If-Modified-Since': JANUARY }, 304],
    [{ 'If-Modified-Since': 'Thu, 31 Dec 2026 00:00:00 GMT' }, undefined],
    [{ 'If-Modified-Since': 'yesterday' }, undefined],
    [{ 'If-Unmodified-Since': 'Thu, 31 Dec 2026 00:00:00 GMT' }, 412],
    [{ 'If-Unmodified-Since': JANUARY }, undefined],
    [{ 'If-Unmodified-Since': 'Thu, 31 Dec 2026 00:00:00 GMT', 'If-Match': '"a"' }, undefined],
  ])('%j leads to %s', (headers, status) => {
    expect(conditionalStatus(new Headers(headers), held)).toBe(status)
  })
})
