import { describe, expect, it } from 'vitest'
import { isNumberName, readTerms } from '../../../web/app/calendar/read-terms.ts'

describe('readTerms()', () => {
  it('splits names at commas', () => {
    expect(readTerms(' birds,, early  morning ,2027', [])).toEqual(['birds', 'early  morning', '2027'])
    expect(readTerms('', [])).toEqual([])
  })

  it('gives the ids of the terms that the event has, with commas in their names too', () => {
    const known = [
      { id: 4, name: 'Food' },
      { id: 5, name: 'Food, drink' },
      { id: 6, name: '2027' },
    ]

    expect(readTerms('2027, Food, drink, new', known)).toEqual([6, 5, 'new'])
    expect(readTerms('drink, Food, new, drink', known)).toEqual(['drink', 4, 'new', 'drink'])
  })
})

describe('isNumberName()', () => {
  it.each(['2027', '007', '+5', '-3', '1.0', '2.'])('is true for %j', (name) => {
    expect(isNumberName(name)).toBe(true)
  })

  it.each(['1.5', '2027a', '20 27', '1e3', '', '1234567890123456'])('is false for %j', (name) => {
    expect(isNumberName(name)).toBe(false)
  })
})
