import { describe, expect, it } from 'vitest'

describe('a file with one good test', () => {
  it('passes', () => {
    expect(1).toBe(1)
  })

  it('fails', () => {
    expect(1).toBe(2)
  })
})
