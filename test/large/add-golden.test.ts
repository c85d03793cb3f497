import { describe, expect, it } from 'vitest'
import { goldenOptions } from '../requests/golden-case.ts'
import { added } from '../unit/unixfs/added.ts'
import { large, sourceOfCase } from '../unit/unixfs/golden-source.ts'

describe('addContent() against the golden data, files of 1 GiB', () => {
  it.each(large.map((one) => [one.id, one] as const))(
    'gives the root of %s',
    { timeout: 120_000 },
    async (_id, one) => {
      const { root } = await added(sourceOfCase(one), { ...goldenOptions(one), onlyHash: true })

      expect(root).toBe(one.expect.root)
    },
  )
})
