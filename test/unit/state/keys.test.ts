import { describe, expect, it } from 'vitest'
import { memoryDatastore } from '../../../src/memory/memory-datastore.ts'
import { keyOf, prefixRange } from '../../../src/state/keys.ts'

describe('prefixRange()', () => {
  it.each([
    ['a text', keyOf('a/')],
    ['bytes at the end of the order', keyOf('a', Uint8Array.of(0xff, 0xff))],
    ['the end of the order itself', Uint8Array.of(0xff)],
    ['nothing', keyOf()],
  ])('holds the keys that begin with %s, and no other', async (_, prefix) => {
    const datastore = memoryDatastore()
    const inside = [prefix, keyOf(prefix, Uint8Array.of(0)), keyOf(prefix, Uint8Array.of(0xff, 0xff, 1))]
    const outside = [keyOf('Z'), keyOf('b'), keyOf('a.')].filter((key) => prefix.length > 0 && key)
    const put = (key: Uint8Array) => ({ type: 'put', key, value: keyOf() }) as const
    await datastore.batch([...inside, ...outside].map(put))

    const found: string[] = []
    for await (const [key] of datastore.range(prefixRange(prefix))) found.push(key.join())

    expect(found).toEqual(
      inside.filter((key) => key.length > 0 || prefix.length === 0).map((key) => key.join()),
    )
  })
})
