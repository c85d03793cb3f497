import { describe, expect, it } from 'vitest'
import { allowsRange, matchesEtag } from '../../../src/gateway/etag.ts'

describe('matchesEtag()', () => {
  it.each(['"a"', 'W/"a"', '"x", "a"', '"x",W/"y" ,W/"a"', '*', ' * '])('matches "a" in %s', (header) => {
    expect(matchesEtag(header, '"a"')).toBe(true)
  })

  it.each([null, '', 'a', '"A"', '"ab"', '"x", "y"', 'W/a'])('finds no "a" in %j', (header) => {
    expect(matchesEtag(header, '"a"')).toBe(false)
  })
})

describe('allowsRange()', () => {
  it('applies a range without a condition and with the same strong tag', () => {
    expect(allowsRange(null, '"a"')).toBe(true)
    expect(allowsRange('"a"', '"a"')).toBe(true)
  })

  it.each(['W/"a"', '"b"', 'Wed, 21 Oct 2015 07:28:00 GMT'])('applies none under %s', (header) => {
    expect(allowsRange(header, '"a"')).toBe(false)
  })
})
