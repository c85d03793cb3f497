import { describe, expect, it } from 'vitest'
import { byteRanges, contentRange } from '../../../src/gateway/body/byte-range.ts'

describe('byteRanges()', () => {
  it.each([
    ['bytes=0-0', { offset: 0, length: 1 }],
    ['bytes=2-5', { offset: 2, length: 4 }],
    ['bytes=2-', { offset: 2, length: 8 }],
    ['bytes=9-9', { offset: 9, length: 1 }],
    ['bytes=0-999', { offset: 0, length: 10 }],
    ['bytes=-3', { offset: 7, length: 3 }],
    ['bytes=-999', { offset: 0, length: 10 }],
    [' BYTES = 1-2 ', { offset: 1, length: 2 }],
    ['bytes=20-30, 0-1', { offset: 0, length: 2 }],
    ['bytes=0-999999999999999', { offset: 0, length: 10 }],
    ['bytes=4-9223372036854775807', { offset: 4, length: 6 }],
    [`bytes=-${'9'.repeat(400)}`, { offset: 0, length: 10 }],
  ])('reads %s of 10 bytes', (header, range) => {
    expect(byteRanges(header, 10)).toEqual([range])
  })

  it('reads several parts in the order in which they are asked for, without those outside', () => {
    expect(byteRanges('bytes=6-7, 20-30, 0-1,-1', 10)).toEqual([
      { offset: 6, length: 2 },
      { offset: 0, length: 2 },
      { offset: 9, length: 1 },
    ])
  })

  it('takes parts that are together longer than the body as the whole body', () => {
    expect(byteRanges('bytes=0-8,1-9', 10)).toBeUndefined()
  })

  it.each([
    'bytes=10-',
    'bytes=10-12',
    'bytes=-0',
    'bytes=50-60,70-',
    'bytes=99999999999999999999-',
    `bytes=${'1'.repeat(400)}-`,
  ])('finds nothing of 10 bytes in %s', (header) => {
    expect(byteRanges(header, 10)).toBe('unsatisfiable')
  })

  it.each([
    null,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'bytes=a-b',
    'bytes=1-2-3',
    'bytes=1-2,x',
    'bytes=0x1-2',
    'bytes=--1',
    'items=0-1',
    `bytes=${'0-1,'.repeat(1000)}0-1`,
  ])('ignores %j', (header) => {
    expect(byteRanges(header, 10)).toBeUndefined()
  })

  it('ignores a range of an empty body', () => {
    expect(byteRanges('bytes=0-', 0)).toBeUndefined()
  })
})

describe('contentRange()', () => {
  it('names the first and the last byte', () => {
    expect(contentRange({ offset: 6, length: 11 }, 31)).toBe('bytes 6-16/31')
  })
})
