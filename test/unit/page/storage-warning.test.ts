import { describe, expect, it } from 'vitest'
import { storageWarning } from '../../../web/app/content/read-storage.ts'

describe('storageWarning()', () => {
  it('warns from 80 % of the space on, and never where the space is unknown', () => {
    expect(storageWarning({ usedBytes: 79, limitBytes: 100 })).toBe('')
    expect(storageWarning({ usedBytes: 80, limitBytes: 100 })).toMatch(/^80 % .*free space\.$/)
    expect(storageWarning({ usedBytes: 80, limitBytes: 0 })).toBe('')
  })
})
