import { describe, expect, it } from 'vitest'
import { createNameSet } from '../../../src/unixfs/tar/name-set.ts'

describe('createNameSet()', () => {
  it('knows every name that was added, and no other, however many there are', async () => {
    const set = createNameSet()
    const names = Array.from({ length: 20_000 }, (_, at) => `name-${at}`)

    const first: boolean[] = []
    for (const name of names) first.push(await set.add(name))
    const second: boolean[] = []
    for (const name of names) second.push(await set.add(name))

    expect(first.every((isNew) => isNew)).toBe(true)
    expect(second.some((isNew) => isNew)).toBe(false)
    expect(await set.add('another')).toBe(true)
  })

  it('takes names for the same that are the same text in the archive', async () => {
    const set = createNameSet()

    expect(await set.add('\ufffd')).toBe(true)
    expect(await set.add('\ud800')).toBe(false)
  })
})
