import { describe, expect, it } from 'vitest'
import { calendarHeads, type HeadNamespace } from '../../edge/reader/calendar-heads.ts'

const EXPIRY_MS = 60_000

describe('calendarHeads', () => {
  it('asks the object once for all readers who come without a head, and writes its answer once', async () => {
    const { find, settle, asked, written } = setUp()

    expect(await Promise.all(Array.from({ length: 50 }, find))).toEqual(Array(50).fill(undefined))
    await settle()

    expect(await find()).toMatchObject({ text: 'head 1' })
    expect([asked(), written()]).toEqual([1, 1])
  })

  it('names a head until it expires, also where the namespace is not written', async () => {
    const { find, settle, passTime } = setUp({ cannotWrite: true })
    await find()
    await settle()

    passTime(EXPIRY_MS - 1)
    expect(await find()).toMatchObject({ text: 'head 1' })
    passTime(1)
    expect(await find()).toBeUndefined()
    await settle()
    expect(await find()).toMatchObject({ text: 'head 2' })
  })

  it('asks again when the object has not answered', async () => {
    const { find, settle, passTime, asked } = setUp({ failures: 1 })
    await find()
    await settle()

    expect(await find()).toBeUndefined()
    expect(asked()).toBe(1)
    passTime(1_000)
    await find()
    await settle()
    expect(await find()).toMatchObject({ text: 'head 2' })
  })

  it('names the head that another front has written', async () => {
    const { find, settle, other } = setUp()
    await find()
    await settle()

    expect(await other().find(() => undefined)).toMatchObject({ text: 'head 1' })
  })
})

/** The heads of one front, with an object and a namespace in memory. */
function setUp({ cannotWrite = false, failures = 0 } = {}) {
  let now = 1_000_000
  let asked = 0
  let written = 0
  let stored: { value: string | null; metadata: unknown } = { value: null, metadata: null }
  const tasks: Promise<unknown>[] = []
  const options = {
    namespace: {
      getWithMetadata: async () => stored,
      async put(_: string, value: string, { metadata }: { metadata: unknown }) {
        if (cannotWrite) throw new Error('Too many requests')
        written += 1
        stored = { value, metadata }
      },
    } as HeadNamespace,
    async ask() {
      asked += 1
      if (asked <= failures) throw new Error('overloaded')
      return `head ${asked}`
    },
    now: () => now,
    expiryMs: EXPIRY_MS,
  }
  const heads = calendarHeads(options)
  return {
    find: () => heads.find(tasks.push.bind(tasks)),
    settle: () => Promise.all(tasks.splice(0)),
    asked: () => asked,
    written: () => written,
    other: () => calendarHeads(options),
    passTime(durationMs: number) {
      now += durationMs
    },
  }
}
