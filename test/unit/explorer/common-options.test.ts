import { describe, expect, it } from 'vitest'
import { COMMON_OPTIONS, optionGroups } from '../../../web/app/explorer/common-options.ts'
import { command, described } from './described.ts'

describe('optionGroups()', () => {
  it('names only options that their commands have', () => {
    for (const [path, names] of Object.entries(COMMON_OPTIONS)) {
      expect(command(path).options.map(({ name }) => name)).toEqual(expect.arrayContaining([...names]))
    }
  })

  it('shows each option of each command once', () => {
    for (const { path, options } of described) {
      const { first, more } = optionGroups(path, options)
      expect([...first, ...more].toSorted(byName)).toEqual(options.toSorted(byName))
      expect(first.length).toBeLessThanOrEqual(7)
    }
  })
})

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : 1
}
