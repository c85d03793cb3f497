import { describe, expect, it } from 'vitest'
import { acceptedTypes } from '../../../src/gateway/accept.ts'

const types = (header: string | null) => acceptedTypes(header).map(({ type }) => type)

describe('acceptedTypes()', () => {
  it.each([
    ['a/b, c/d;q=0.5, e/f;q=0.9', ['a/b', 'e/f', 'c/d']],
    ['a/b;q=0.5,c/d;q=0.5', ['a/b', 'c/d']],
    ['a/b;q=0, c/d;q=0.0', []],
    ['A/B ; Q=0.1 , c/D', ['c/d', 'a/b']],
    ['a/b;q=-1, c/d;q=Infinity', ['c/d']],
    ['a/b;q=, c/d;q=x', ['a/b', 'c/d']],
  ])('orders %s by weight', (header, expected) => {
    expect(types(header)).toEqual(expected)
  })

  it('reads parameters without their quotes and without the weight', () => {
    const [accepted] = acceptedTypes('a/b; Version = "1";order=dfs;flag;q=1')

    expect([...(accepted?.parameters ?? [])]).toEqual([
      ['version', '1'],
      ['order', 'dfs'],
      ['flag', ''],
    ])
  })

  it.each([null, '', ','])('finds no type in %j', (header) => {
    expect(types(header).filter((type) => type !== '')).toEqual([])
  })

  it('reads the first types of an endless header', () => {
    expect(types('a/b,'.repeat(100_000)).length).toBeLessThan(100)
  })
})
