import { describe, expect, it } from 'vitest'
import { bytesText, countText, durationText } from '../../../web/app/amounts.ts'

describe('amounts for people', () => {
  it('are bytes in the unit that fits', () => {
    expect([0, 1, 12, 999, 1_000, 1_250_000, 2e9, 3e12, 4e15].map(bytesText)).toEqual([
      '0 bytes',
      '1 byte',
      '12 bytes',
      '999 bytes',
      '1 kB',
      '1.3 MB',
      '2 GB',
      '3 TB',
      '4,000 TB',
    ])
  })

  it('are counts with their noun', () => {
    expect([countText(0, 'file'), countText(1, 'block'), countText(1_203, 'file')]).toEqual([
      '0 files',
      '1 block',
      '1,203 files',
    ])
  })

  it('are stretches of time, never shorter than they are', () => {
    expect([0, 0.2, 41.5, 59, 59.1, 61, 3_540, 3_541, 7_300].map(durationText)).toEqual([
      '1 second',
      '1 second',
      '42 seconds',
      '59 seconds',
      '1 minute',
      '2 minutes',
      '59 minutes',
      '1 hour',
      '3 hours',
    ])
  })
})
