import { describe, expect, it } from 'vitest'
import { createAttempts, networkOf } from '../../../src/access/attempts.ts'
import { fixedClock } from '../../../src/memory/fixed-clock.ts'

function attempts() {
  const clock = fixedClock()
  const { failed, waitSeconds } = createAttempts(clock)
  const failTimes = (count: number, source: string | undefined) => {
    for (let at = 0; at < count; at += 1) failed(source)
  }
  return { clock, failed, waitSeconds, failTimes }
}

describe('createAttempts()', () => {
  it('lets a source fail ten times in a minute', async () => {
    const { clock, failTimes, waitSeconds } = attempts()

    failTimes(9, 'a')
    expect(waitSeconds('a')).toBe(0)
    await clock.sleep(20_000)
    failTimes(1, 'a')
    expect(waitSeconds('a')).toBe(40)
    expect(waitSeconds('b')).toBe(0)
    await clock.sleep(40_000)
    expect(waitSeconds('a')).toBe(0)
  })

  it('lets sources without failures try during a flood from many sources', () => {
    const { failTimes, waitSeconds } = attempts()

    for (let source = 0; source < 500; source += 1) failTimes(1, `s${source}`)

    expect(waitSeconds('s3')).toBe(60)
    expect(waitSeconds('new')).toBe(0)
  })

  it('counts all attempts together when sources are unknown, and refuses too many', () => {
    const { failed, failTimes, waitSeconds } = attempts()

    failTimes(499, undefined)
    expect(failed(undefined)).toBe(0)
    expect(failed(undefined)).toBe(60)
    expect(waitSeconds(undefined)).toBe(0)
  })

  it('drops the oldest failures when there are too many', () => {
    const { failTimes, waitSeconds } = attempts()
    failTimes(10, 'first')
    failTimes(10, 'second')

    for (let source = 0; source < 4095; source += 1) failTimes(1, `s${source}`)

    expect(waitSeconds('first')).toBe(0)
    expect(waitSeconds('second')).toBe(60)
  })
})

describe('networkOf()', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['2001:db8::', '2001:db8:0:0'],
    ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
  ])('is for %s %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
