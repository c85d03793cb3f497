import { describe, expect, it } from 'vitest'
import { readCache } from '../../edge/read-cache.ts'

const KEY = Uint8Array.of(1, 200, 0)

/** A store of one value, and how often it was asked. */
function counted(value: Uint8Array | undefined) {
  const store = { value, asked: 0 }
  const reads = readCache(() => {
    store.asked += 1
    return store.value
  })
  return { store, reads }
}

describe('readCache()', () => {
  it.each([['a value', Uint8Array.of(7)] as const, ['no value', undefined] as const])(
    'asks once for %s',
    (_, value) => {
      const { store, reads } = counted(value)

      expect([reads.get(KEY), reads.get(KEY)]).toEqual([value, value])
      expect(store.asked).toBe(1)
    },
  )

  it('gives the new value after a change', () => {
    const { store, reads } = counted(undefined)
    reads.get(KEY)

    store.value = Uint8Array.of(8)
    reads.forget(KEY)

    expect(reads.get(KEY)).toEqual(Uint8Array.of(8))
  })

  it('gives bytes that a caller may change', () => {
    const { reads } = counted(Uint8Array.of(1, 2))

    reads.get(KEY)?.fill(9)

    expect(reads.get(KEY)).toEqual(Uint8Array.of(1, 2))
  })

  it('keeps neither long values nor many', () => {
    const { store, reads } = counted(new Uint8Array(2_000))
    reads.get(KEY)
    reads.get(KEY)
    expect(store.asked).toBe(2)

    store.value = Uint8Array.of(1)
    for (let key = 0; key < 100; key += 1) reads.get(Uint8Array.of(2, key))
    for (let key = 0; key < 100; key += 1) reads.get(Uint8Array.of(2, key))

    expect(store.asked).toBe(202)
  })
})
