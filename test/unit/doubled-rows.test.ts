import { describe, expect, it } from 'vitest'
import { doubledRows } from '../../edge/doubled-rows.ts'
import { HEAD_KEY } from '../../src/calendar/store/commits/head-and-log.ts'
import { pageKey, rowsPrefix } from '../../src/calendar/store/rows/keys.ts'
import { DOCUMENT_ROW } from '../../src/config/document/document-row.ts'
import { DomainError } from '../../src/errors.ts'
import { ROOT_ROW } from '../../src/files/files-root.ts'
import { FIRST_IDENTITY_ROW, namedRow, SELF_ROW } from '../../src/keys/key-rows.ts'
import { memoryDatastore } from '../../src/memory/memory-datastore.ts'
import { memoryLogger } from '../../src/memory/memory-logger.ts'
import type { Datastore } from '../../src/ports/datastore.ts'
import { keyOf } from '../../src/state/keys.ts'
import { nextTurn } from '../contracts/blocks.ts'
import { datastoreContract } from '../contracts/datastore.ts'

const VALUE = keyOf('a head of 36 bytes, as a CID has them')
const OTHER = keyOf('another head')

function open() {
  const stored = memoryDatastore()
  const logged: string[] = []
  const logger = { ...memoryLogger(), log: (_: string, __: string, text: string) => void logged.push(text) }
  return { stored, logged, rows: doubledRows(stored, logger) }
}

const put = (
  store: Datastore,
  key: Uint8Array,
  value: Uint8Array,
  expected?: readonly [Uint8Array | undefined],
) => store.batch([{ type: 'put', key, value }], expected ? [{ key, value: expected[0] }] : [])

async function storedBytes(store: Datastore, key: Uint8Array): Promise<Uint8Array> {
  const bytes = await store.get(key)
  if (!bytes) throw new Error('Cannot read row: it is absent')
  return bytes
}

datastoreContract('doubled rows', async () => open().rows)

const KEYS = [
  ['files root', ROOT_ROW],
  ['settings', DOCUMENT_ROW],
  ['identity', SELF_ROW],
  ['first identity', FIRST_IDENTITY_ROW],
  ['named key', namedRow('k')],
  ['calendar head', HEAD_KEY],
  ['rows of events', pageKey(rowsPrefix('events'), 0)],
  ['rows of venues', pageKey(rowsPrefix('venues'), 7)],
  ['next date of the calendar', keyOf('calendar/next-date')],
  ['ledger head', keyOf('ledger/head')],
  ['root of a height of the ledger', keyOf('ledger/height/1')],
  ['record of a name', keyOf('names/records/one')],
  ['pinning service', keyOf('pins/remote/services/one')],
] as const

describe.each(KEYS)('the row of the %s', (_, key) => {
  it('survives any flipped bit, which is repaired and logged', async () => {
    const { stored, logged, rows } = open()
    await put(rows, key, VALUE)
    const whole = await storedBytes(stored, key)

    for (let at = 0; at < whole.byteLength; at += 1) {
      await put(stored, key, whole.with(at, (whole[at] ?? 0) ^ (1 << (at % 8))))
      expect(await rows.get(key)).toEqual(VALUE)
      await nextTurn()
      expect(await stored.get(key)).toEqual(whole)
    }

    expect(logged).toHaveLength(whole.byteLength)
    expect(logged[0]).toContain('one of its copies was damaged')
  })

  it('is found whole in a range', async () => {
    const { stored, rows } = open()
    await put(rows, key, VALUE)
    await put(stored, key, (await storedBytes(stored, key)).with(0, 0))

    const found: [Uint8Array, Uint8Array][] = []
    for await (const [at, value] of rows.range({ gte: key })) found.push([at, value])

    expect(found).toEqual([[key, VALUE]])
  })
})

describe('doubled rows', () => {
  it('are changed where the value is the expected one, damaged or not', async () => {
    const { stored, rows } = open()
    await put(rows, ROOT_ROW, VALUE, [undefined])
    await expect(put(rows, ROOT_ROW, OTHER, [OTHER])).rejects.toMatchObject({ code: 'failed-precondition' })
    await expect(put(rows, ROOT_ROW, OTHER, [undefined])).rejects.toMatchObject({
      code: 'failed-precondition',
    })
    await put(stored, ROOT_ROW, (await storedBytes(stored, ROOT_ROW)).with(3, 0))

    await put(rows, ROOT_ROW, OTHER, [VALUE])

    expect(await rows.get(ROOT_ROW)).toEqual(OTHER)
  })

  it('read values that an earlier build stored once, and double them', async () => {
    const { stored, logged, rows } = open()
    await put(stored, ROOT_ROW, VALUE)

    expect(await rows.get(ROOT_ROW)).toEqual(VALUE)
    await nextTurn()
    const doubled = await storedBytes(stored, ROOT_ROW)
    expect(doubled.byteLength).toBe(2 * (VALUE.byteLength + 4))
    await put(stored, ROOT_ROW, VALUE)
    await put(rows, ROOT_ROW, OTHER, [VALUE])

    expect(await rows.get(ROOT_ROW)).toEqual(OTHER)
    expect(logged).toEqual([])
  })

  it('are put together where both copies are damaged, in different places', async () => {
    const { stored, logged, rows } = open()
    await put(rows, ROOT_ROW, VALUE)
    const whole = await storedBytes(stored, ROOT_ROW)
    const half = whole.byteLength / 2
    const bent = [3, 8, half + 4, half + 20].reduce((bytes, at) => bytes.with(at, 0xee), whole)
    await put(stored, ROOT_ROW, bent)

    expect(await rows.get(ROOT_ROW)).toEqual(VALUE)
    await nextTurn()

    expect(await stored.get(ROOT_ROW)).toEqual(whole)
    expect(logged).toHaveLength(1)
  })

  it.each([
    ['"calendar/rows/venues/\\x00\\x00\\x00\\x07"', pageKey(rowsPrefix('venues'), 7), 'throws'],
    ['"keys/named/k"', namedRow('k'), 'gives what its reader refuses'],
  ])('of which nothing can be read stay as they are, and a range of them %#', async (name, key, outcome) => {
    const { stored, logged, rows } = open()
    await put(rows, key, VALUE)
    const whole = await storedBytes(stored, key)
    const half = whole.byteLength / 2
    // The same bit in both copies.
    const bent = whole.with(3, 0xee).with(half + 3, 0xee)
    await put(stored, key, bent)
    const all = async () => {
      for await (const [, value] of rows.range({ gte: key })) return value
      return undefined
    }

    for (let times = 0; times < 2; times += 1) {
      expect(await rows.get(key)).toEqual(bent)
      if (outcome === 'throws') await expect(all()).rejects.toMatchObject({ code: 'corrupt' })
      else expect(await all()).toEqual(bent)
    }

    await nextTurn()
    expect(await stored.get(key)).toEqual(bent)
    expect(logged).toEqual([`Cannot repair row ${name}: both of its copies are damaged`])
  })

  it.each([1_020, 1_021, 7_503])('of %i bytes survive a flipped bit too', async (sizeBytes) => {
    const { stored, rows } = open()
    const key = pageKey(rowsPrefix('events'), 3)
    const value = Uint8Array.from({ length: sizeBytes }, (_, at) => at % 251)
    await put(stored, key, value)
    expect(await rows.get(key)).toEqual(value)
    await put(rows, key, value)
    const whole = await storedBytes(stored, key)

    for (let at = 0; at < whole.byteLength; at += 97) {
      await put(stored, key, whole.with(at, (whole[at] ?? 0) ^ 0x10))
      expect(await rows.get(key)).toEqual(value)
      await nextTurn()
      expect(await stored.get(key)).toEqual(whole)
    }
  })

  it('read a page that an earlier build stored once, most of which is zeros', async () => {
    const { stored, logged, rows } = open()
    const key = pageKey(rowsPrefix('events'), 3)
    const page = new Uint8Array(7_500)
    page.set(keyOf('columns of a page with one event'), 0)
    page.set(keyOf('and the slug at its end'), page.byteLength - 23)
    await put(stored, key, page)

    for await (const [, value] of rows.range({ gte: key })) expect(value).toEqual(page)
    expect(await rows.get(key)).toEqual(page)
    await nextTurn()

    expect(await rows.get(key)).toEqual(page)
    expect((await storedBytes(stored, key)).byteLength).toBe(2 * (page.byteLength + 4))
    expect(logged).toEqual([])
  })

  it('are stored once where two copies might not fit', async () => {
    const { stored, logged, rows } = open()
    const large = new Uint8Array(900_001).fill(7)

    await put(rows, ROOT_ROW, large)
    expect(await rows.get(ROOT_ROW)).toEqual(large)
    await nextTurn()

    expect(await stored.get(ROOT_ROW)).toEqual(large)
    expect(logged).toEqual([])
  })

  it('do not undo a change that comes between a read and its repair', async () => {
    const { stored, rows } = open()
    await put(rows, ROOT_ROW, VALUE)
    await put(stored, ROOT_ROW, (await storedBytes(stored, ROOT_ROW)).with(0, 0))

    const reading = rows.get(ROOT_ROW)
    await put(rows, ROOT_ROW, OTHER)
    await reading
    await nextTurn()

    expect(await rows.get(ROOT_ROW)).toEqual(OTHER)
  })

  it('hand on what is stored where both copies are damaged', async () => {
    const { stored, rows } = open()
    await put(rows, ROOT_ROW, VALUE)
    const damaged = (await storedBytes(stored, ROOT_ROW)).with(1, 0).with(VALUE.byteLength + 5, 0)
    await put(stored, ROOT_ROW, damaged)

    expect(await rows.get(ROOT_ROW)).toEqual(damaged)
    await put(rows, ROOT_ROW, OTHER, [damaged])
    expect(await rows.get(ROOT_ROW)).toEqual(OTHER)
  })

  it('try a repair that fails once, and log it once', async () => {
    const { stored, logged } = open()
    const full: Datastore = {
      ...stored,
      batch: () => Promise.reject(new DomainError('no-space', 'Cannot store: no space left on device')),
    }
    const logger = { ...memoryLogger(), log: (_: string, __: string, text: string) => void logged.push(text) }
    const rows = doubledRows(full, logger)
    await put(stored, ROOT_ROW, VALUE)

    for (let reads = 0; reads < 3; reads += 1) {
      expect(await rows.get(ROOT_ROW)).toEqual(VALUE)
      await nextTurn()
    }

    expect(logged).toEqual(['Cannot repair row "files/root"'])
  })

  it('leave other rows as they are', async () => {
    const { stored, rows } = open()

    await put(rows, keyOf('pins/recursive/x'), VALUE)

    expect(await stored.get(keyOf('pins/recursive/x'))).toEqual(VALUE)
  })
})
