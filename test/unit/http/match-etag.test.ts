import { describe, expect, it } from 'vitest'
import { matchesEtag } from '../../../src/http/match-etag.ts'

describe('matchesEtag()', () => {
  it.each(['"a"', 'W/"a"', '"x", "a"', '"x",W/"y" ,W/"a"', '*', ' * '])('matches "a" in %s', (header) => {
    expect(matchesEtag(header, '"a"')).toBe(true)
  })

  it.each([null, '', 'a', '"A"', '"ab"', '"x", "y"', 'W/a'])('finds no "a" in %j', (header) => {
    expect(matchesEtag(header, '"a"')).toBe(false)
  })
})
