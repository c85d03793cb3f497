import { describe, expect, it } from 'vitest'
import { transferRate } from '../../../web/app/content/transfers/transfer-rate.ts'

describe('transferRate()', () => {
  it('says nothing in the first half second', () => {
    const rate = transferRate(1_000)

    expect(rate({ bytes: 0, atMs: 100 })).toBeUndefined()
    expect(rate({ bytes: 100, atMs: 599 })).toBeUndefined()
    expect(rate({ bytes: 100, atMs: 600 })).toEqual({ bytesPerSecond: 200, secondsLeft: 4.5 })
  })

  it('follows the last seconds, whatever was before', () => {
    const rate = transferRate(100_000)
    for (let second = 0; second <= 10; second += 1) rate({ bytes: second * 1_000, atMs: second * 1_000 })

    let last = rate({ bytes: 10_000, atMs: 10_000 })
    for (let second = 1; second <= 5; second += 1) {
      last = rate({ bytes: 10_000 + second * 100, atMs: 10_000 + second * 1_000 })
    }

    expect(last).toEqual({ bytesPerSecond: 100, secondsLeft: 895 })
  })

  it('promises no end while nothing moves', () => {
    const rate = transferRate(1_000)
    rate({ bytes: 500, atMs: 0 })

    expect(rate({ bytes: 500, atMs: 2_000 })).toEqual({ bytesPerSecond: 0, secondsLeft: undefined })
  })

  it('has nothing left at the end', () => {
    const rate = transferRate(1_000)
    rate({ bytes: 0, atMs: 0 })

    expect(rate({ bytes: 1_000, atMs: 1_000 })).toEqual({ bytesPerSecond: 1_000, secondsLeft: 0 })
  })
})
