import { afterAll, describe, expect, it } from 'vitest'
import { remembered } from '../../web/app/remembered.ts'

/** The library keeps its connection: the database could not be deleted after this file. */
const opened: IDBOpenDBRequest[] = []
const open = indexedDB.open.bind(indexedDB)
indexedDB.open = (...options) => {
  const request = open(...options)
  opened.push(request)
  return request
}

afterAll(() => {
  indexedDB.open = open
  for (const { result } of opened) result.close()
})

const pairs = async (name: string) => [...(await remembered<number>(name, 3).read())]

describe('remembered()', () => {
  it('keeps the last of them, in the order in which they came', async () => {
    const kept = remembered<number>('order', 3)
    await kept.add([
      ['a', 1],
      ['b', 2],
    ])
    await kept.add([
      ['a', 3],
      ['c', 4],
      ['d', 5],
    ])
    expect(await pairs('order')).toEqual([
      ['a', 3],
      ['c', 4],
      ['d', 5],
    ])

    await kept.remove('c')
    expect(await pairs('order')).toEqual([
      ['a', 3],
      ['d', 5],
    ])
  })

  it('loses nothing when several add at once', async () => {
    await Promise.all(['a', 'b', 'c'].map((key) => remembered<string>('at-once', 3).add([[key, key]])))

    expect((await remembered<string>('at-once', 3).read()).size).toBe(3)
  })

  it.each([
    ['an object', '{"a":1,"b":2}'],
    ['pairs', '[["a",1],["b",2]]'],
  ])('takes over what an earlier version of the page kept as %s', async (form, text) => {
    localStorage.setItem(`tidepool:${form}`, text)
    expect([...(await remembered<number>(form, 3).read()).keys()]).toEqual(['a', 'b'])

    await remembered<number>(form, 3).add([['c', 3]])
    expect([...(await remembered<number>(form, 3).read()).keys()]).toEqual(['a', 'b', 'c'])
    expect(localStorage.getItem(`tidepool:${form}`)).toBeNull()
  })

  it('remembers nothing of a text that it cannot read', async () => {
    localStorage.setItem('tidepool:spoilt', 'no JSON')

    expect((await remembered<number>('spoilt', 3).read()).size).toBe(0)
  })
})
