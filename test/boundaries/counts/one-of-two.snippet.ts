import { describe, expect, it } from 'vitest'

describe('a file with one good test', () => {
  it('passes', () => {
    expect(1).toBe(1)
  })

  it('fails', () => {
    throw new TypeError('fetch failed', { cause: new Error('other side closed') })
  })
})
