import { describe, expect, it } from 'vitest'
import type { Datastore, Operation, Range } from '../../src/ports/datastore.ts'
import { abortedSignal, nextTurn } from './blocks.ts'

const MORE_THAN_A_PAGE = 1_100
const ONE = Uint8Array.of(1)
const TWO = Uint8Array.of(2)

/** Keys in their order: byte-wise and unsigned, a prefix before what it begins. */
const ORDERED_KEYS = [
  [0x00],
  [0x00, 0x00],
  [0x00, 0xff],
  [0x01],
  [0x61],
  [0x61, 0x00],
  [0x61, 0x62],
  [0x7f],
  [0x80],
  [0xff],
  [0xff, 0x00],
  [0xff, 0xff],
].map((bytes) => Uint8Array.from(bytes))

/** The behaviour every {@link Datastore} must show. Call once per adapter and host; `open` gives an empty store. */
export function datastoreContract(name: string, open: () => Promise<Datastore>): void {
  describe(`Datastore contract: ${name}`, () => {
    describeValues(open)
    describeRanges(open)
    describeBatches(open)
    describeAborts(open)
  })
}

function describeValues(open: () => Promise<Datastore>): void {
  it('gives undefined for a key that it does not hold', async () => {
    const store = await open()

    expect(await store.get(key(1))).toBeUndefined()
    expect(await keysOf(store, {})).toEqual([])
  })

  it('gives back values of every size, the empty one too', async () => {
    const store = await open()
    const sizes = [0, 1, 255, 256, 100_000]

    await store.batch(sizes.map((size) => put(key(size), new Uint8Array(size).fill(size))))

    for (const size of sizes) expect((await store.get(key(size)))?.byteLength).toBe(size)
    expect((await store.get(key(100_000)))?.every((byte) => byte === (100_000 & 0xff))).toBe(true)
  })

  it('keeps copies: neither the buffer it was given nor the value it gave changes what it holds', async () => {
    const store = await open()
    const buffer = new Uint8Array(1_000).fill(1)
    const givenKey = buffer.subarray(10, 14)
    const keptKey = givenKey.slice()

    await store.batch([put(givenKey, buffer.subarray(20, 23))])
    buffer.fill(2)
    const first = await store.get(keptKey)
    first?.fill(3)

    expect(await store.get(keptKey)).toEqual(Uint8Array.of(1, 1, 1))
    expect(await entriesOf(store, {})).toEqual([[keptKey, Uint8Array.of(1, 1, 1)]])
  })
}

function describeRanges(open: () => Promise<Datastore>): void {
  it('orders keys byte by byte, a prefix before what it begins', async () => {
    const store = await open()
    const shuffled = [...ORDERED_KEYS.slice(5), ...ORDERED_KEYS.slice(0, 5)].reverse()

    await store.batch(shuffled.map((each) => put(each, ONE)))

    expect(await keysOf(store, {})).toEqual(ORDERED_KEYS)
    expect(await keysOf(store, { reverse: true })).toEqual([...ORDERED_KEYS].reverse())
  })

  it('includes the lower bound, excludes the upper, and counts the limit from the end it starts at', async () => {
    const store = await open()
    await store.batch(ORDERED_KEYS.map((each) => put(each, ONE)))
    const [gte, lt] = [Uint8Array.of(0x61), Uint8Array.of(0xff)]
    const inside = ORDERED_KEYS.slice(4, 9)

    expect(await keysOf(store, { gte, lt })).toEqual(inside)
    expect(await keysOf(store, { gte, lt, reverse: true })).toEqual([...inside].reverse())
    expect(await keysOf(store, { gte, lt, limit: 2 })).toEqual(inside.slice(0, 2))
    expect(await keysOf(store, { gte, lt, limit: 2, reverse: true })).toEqual(
      [...inside].reverse().slice(0, 2),
    )
    expect(await keysOf(store, { gte })).toEqual(ORDERED_KEYS.slice(4))
    expect(await keysOf(store, { lt })).toEqual(ORDERED_KEYS.slice(0, 9))
    expect(await keysOf(store, { gte: lt, lt: gte })).toEqual([])
    expect(await keysOf(store, { gte, lt: gte })).toEqual([])
    expect(await keysOf(store, { limit: 0 })).toEqual([])
  })

  for (const reverse of [false, true]) {
    it(`gives more than a page in order, reverse: ${reverse}`, async () => {
      const store = await open()
      const numbers = Array.from({ length: MORE_THAN_A_PAGE }, (_, number) => number)
      await store.batch(numbers.map((number) => put(key(number), key(number))))

      const found = await entriesOf(store, { reverse })

      const expected = (reverse ? numbers.reverse() : numbers).map(key)
      expect(found.map(([each]) => each)).toEqual(expected)
      expect(found.map(([, value]) => value)).toEqual(expected)
      expect((await keysOf(store, { reverse, limit: 1_050 })).length).toBe(1_050)
    })
  }

  it('lets the reader stop early, and write while it reads', async () => {
    const store = await open()
    await store.batch(Array.from({ length: MORE_THAN_A_PAGE }, (_, number) => put(key(number), ONE)))

    for await (const [first] of store.range({})) {
      await store.batch([remove(first)])
      break
    }
    const left: Uint8Array[] = []
    for await (const [each] of store.range({})) {
      // Around the ends of pages of 1,000 and 1,024, and a few of the others.
      const isRemoved = Math.abs(numberOf(each) - 1_012) <= 15 || numberOf(each) % 50 === 0
      if (isRemoved) await store.batch([remove(each)])
      else left.push(each)
    }

    expect(left.length > 900).toBe(true)
    expect(await keysOf(store, {})).toEqual(left)
  })
}

function describeBatches(open: () => Promise<Datastore>): void {
  it('applies the operations of a batch in their order', async () => {
    const store = await open()

    await store.batch([put(key(1), ONE), put(key(2), ONE), remove(key(1)), put(key(2), TWO), remove(key(9))])
    await store.batch([remove(key(2)), put(key(2), ONE)])

    expect(await entriesOf(store, {})).toEqual([[key(2), ONE]])
  })

  it('applies a batch whose expectations hold: absent, and equal', async () => {
    const store = await open()

    await store.batch([put(key(1), ONE)], [{ key: key(1), value: undefined }])
    await store.batch([put(key(1), TWO)], [{ key: key(1), value: ONE }])

    expect(await store.get(key(1))).toEqual(TWO)
  })

  for (const [title, value] of [
    ['is there and should be absent', undefined],
    ['differs', TWO],
    ['is only a prefix of what is held', new Uint8Array(0)],
  ] as const) {
    it(`changes nothing when a value ${title}`, async () => {
      const store = await open()
      await store.batch([put(key(1), ONE), put(key(2), ONE)])
      const generation = await store.generation()

      const batch = store.batch([put(key(3), ONE), remove(key(2))], [{ key: key(1), value }])

      await expect(batch).rejects.toMatchObject({ name: 'DomainError', code: 'failed-precondition' })
      expect(await keysOf(store, {})).toEqual([key(1), key(2)])
      expect(await store.generation()).toBe(generation)
    })
  }

  it('refuses a batch that expects a value under an absent key', async () => {
    const store = await open()

    const batch = store.batch([put(key(2), ONE)], [{ key: key(1), value: new Uint8Array(0) }])

    await expect(batch).rejects.toMatchObject({ code: 'failed-precondition' })
    expect(await keysOf(store, {})).toEqual([])
  })

  it('lets one of several writers with the same expectation win', async () => {
    const store = await open()
    const writers = Array.from({ length: 10 }, (_, number) => number)

    const outcomes = await Promise.allSettled(
      writers.map((number) => store.batch([put(key(1), key(number))], [{ key: key(1), value: undefined }])),
    )

    const winners = writers.filter((number) => outcomes[number]?.status === 'fulfilled')
    expect(winners.length).toBe(1)
    expect(await store.get(key(1))).toEqual(key(winners[0] ?? -1))
  })

  it('has another generation after each batch', async () => {
    const store = await open()
    const seen = [await store.generation()]

    for (let round = 0; round < 5; round += 1) {
      await store.batch([put(key(1), ONE)])
      seen.push(await store.generation())
    }

    expect(new Set(seen).size).toBe(6)
  })
}

function describeAborts(open: () => Promise<Datastore>): void {
  it('rejects with the reason of a signal that is aborted already, and changes nothing', async () => {
    const store = await open()
    await store.batch([put(key(1), ONE)])
    const { signal, reason } = abortedSignal()

    await expect(store.get(key(1), { signal })).rejects.toBe(reason)
    await expect(store.generation({ signal })).rejects.toBe(reason)
    await expect(store.batch([remove(key(1))], [], { signal })).rejects.toBe(reason)
    await expect(store.range({}, { signal })[Symbol.asyncIterator]().next()).rejects.toBe(reason)

    expect(await keysOf(store, {})).toEqual([key(1)])
  })

  it('applies all or nothing of a batch that is aborted on the way', async () => {
    const store = await open()
    const controller = new AbortController()
    const reason = new Error('the caller has left')
    const operations = Array.from({ length: MORE_THAN_A_PAGE }, (_, number) => put(key(number), ONE))

    const writing = store.batch(operations, [], { signal: controller.signal }).then(
      () => undefined,
      (error: unknown) => error,
    )
    await nextTurn()
    controller.abort(reason)
    const failure = await writing

    expect([reason, undefined].includes(failure as Error | undefined)).toBe(true)
    expect((await keysOf(store, {})).length).toBe(failure === undefined ? MORE_THAN_A_PAGE : 0)
  })

  it('ends a range with the reason when it is aborted between two entries', async () => {
    const store = await open()
    await store.batch(Array.from({ length: 10 }, (_, number) => put(key(number), ONE)))
    const controller = new AbortController()
    const reason = new Error('the caller has left')

    const entries = store.range({}, { signal: controller.signal })[Symbol.asyncIterator]()
    await entries.next()
    controller.abort(reason)

    await expect(entries.next()).rejects.toBe(reason)
  })
}

/** A key that sorts like its number. */
function key(number: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, number)
  return bytes
}

function numberOf(key: Uint8Array): number {
  return new DataView(key.buffer, key.byteOffset).getUint32(0)
}

function put(at: Uint8Array, value: Uint8Array): Operation {
  return { type: 'put', key: at, value }
}

function remove(at: Uint8Array): Operation {
  return { type: 'delete', key: at }
}

async function entriesOf(store: Datastore, range: Range): Promise<(readonly [Uint8Array, Uint8Array])[]> {
  const found: (readonly [Uint8Array, Uint8Array])[] = []
  for await (const entry of store.range(range)) found.push(entry)
  return found
}

async function keysOf(store: Datastore, range: Range): Promise<Uint8Array[]> {
  return (await entriesOf(store, range)).map(([each]) => each)
}
