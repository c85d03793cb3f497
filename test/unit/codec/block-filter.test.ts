import { describe, expect, it } from 'vitest'
import { createBlockFilter } from '../../../src/codec/cid/block-filter.ts'
import { numberedBlocks } from '../../contracts/blocks.ts'

const blocks = (await numberedBlocks(20_000)).map(({ cid }) => cid)
const known = blocks.slice(0, 10_000)
const others = blocks.slice(10_000)

function filled(options: { readonly expected: number; readonly salt: number }) {
  const filter = createBlockFilter(options)
  for (const cid of known) filter.add(cid)
  return filter
}

describe('createBlockFilter()', () => {
  it('knows every block that was added, however many there are room for', () => {
    for (const expected of [0, 10, 10_000, 1_000_000]) {
      const filter = filled({ expected, salt: expected })

      expect(known.every(filter.has)).toBe(true)
    }
  })

  it('finds fewer than one in a hundred others, and different ones with another salt', () => {
    const mistaken = [1, 2].map((salt) => others.filter(filled({ expected: 10_000, salt }).has))

    for (const list of mistaken) expect(list.length).toBeLessThan(100)
    const [first = [], second = []] = mistaken
    expect(first.length).toBeGreaterThan(0)
    expect(first.filter((cid) => second.includes(cid)).length).toBeLessThan(first.length)
  })

  it('knows nothing while nothing was added', () => {
    const filter = createBlockFilter({ expected: 10_000, salt: 0 })

    expect(blocks.some(filter.has)).toBe(false)
  })
})
