import { describe, expect, it } from 'vitest'
import { fold, readTextQuery } from '../../../../src/calendar/text/fold.ts'

describe('fold()', () => {
  it.each([
    ['Café', 'cafe'],
    ['CAFE\u0301', 'cafe'],
    ['ÜBER Straße', 'uber strasse'],
    ['Łódź Ægir', 'lodz aegir'],
    ['Й', 'и'],
    ['日本', '日本'],
    ['\uD800', '\uD800'],
  ])('makes %j to %j', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })
})

describe('readTextQuery()', () => {
  it.each([
    ['summer Concert', ['summer', 'concert'], []],
    ['"Summer concert" Café', ['summer concert', 'cafe'], []],
    ['concert -jazz', ['concert'], ['jazz']],
    ['concert,jazz, -fair', ['concert', 'jazz'], ['fair']],
    ['-"book fair" a-b', ['a-b'], ['book fair']],
    ['concert concert', ['concert'], []],
    ['"open end', ['open', 'end'], []],
    ['-', ['-'], []],
    ['"" " "', [], []],
  ])('reads %j', (search, all, without) => {
    expect(readTextQuery(search)).toEqual({ all, without })
  })

  it('bounds what it looks for', () => {
    const words = Array.from({ length: 1e5 }, (_, index) => `w${index}`).join(' ')

    expect(readTextQuery(words).all).toHaveLength(32)
    expect(readTextQuery('"'.repeat(1e6)).all).toEqual([])
  })
})
