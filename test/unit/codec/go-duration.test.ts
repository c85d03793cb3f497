import { describe, expect, it } from 'vitest'
import { parseGoDuration } from '../../../src/codec/go-duration.ts'

describe('parseGoDuration()', () => {
  it.each([
    ['300ms', 300],
    ['1.5h', 5_400_000],
    ['2h45m', 9_900_000],
    ['0', 0],
    ['+5s', 5000],
    ['-1m', -60_000],
    ['.5s', 500],
    ['1.s', 1000],
    ['1000us', 1],
    ['1000µs', 1],
    ['1000μs', 1],
    ['1000000ns', 1],
    ['1m1m', 120_000],
  ])('reads %s as %d milliseconds', (text, durationMs) => {
    expect(parseGoDuration(text)).toBe(durationMs)
  })

  it.each(['', '5', '1 s', 's', '1d', '.s', '--1s', '1s ', '1e3s', '0x1s', '3000000h', '1S'])(
    'finds no duration in "%s"',
    (text) => {
      expect(parseGoDuration(text)).toBeUndefined()
    },
  )
})
