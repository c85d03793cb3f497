import { describe, expect, it } from 'vitest'
import { fullnessElsewhere, storageWarning } from '../../../web/app/content/read-storage.ts'

describe('storageWarning()', () => {
  it('warns from 80 % of the space on, and never where the space is unknown', () => {
    expect(storageWarning({ usedBytes: 79, limitBytes: 100 })).toBe('')
    expect(storageWarning({ usedBytes: 80, limitBytes: 100 })).toMatch(/^80 % .*free space\.$/)
    expect(storageWarning({ usedBytes: 80, limitBytes: 0 })).toBe('')
  })
})

describe('fullnessElsewhere()', () => {
  it('counts the content alone on a disk, which others use too', () => {
    const disk = { free_space: 60 }

    expect(fullnessElsewhere(40, disk)).toEqual({ usedBytes: 40, limitBytes: 100, limitOf: 'disk' })
    expect(fullnessElsewhere(40, undefined)).toMatchObject({ limitBytes: 0 })
  })

  it('counts the database of a deployment, whatever its bucket holds', () => {
    const state = fullnessElsewhere(900_000, { free_space: 20, total_space: 100 })

    expect(state).toEqual({ usedBytes: 80, limitBytes: 100, limitOf: 'database' })
    expect(storageWarning(state)).toMatch(/^80 %/)
  })
})
