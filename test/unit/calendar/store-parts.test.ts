import { describe, expect, it } from 'vitest'
import type { EventRow } from '../../../src/calendar/model/rows.ts'
import {
  inserted,
  lowerPlace,
  numbersFrom,
  removed,
  sortedList,
} from '../../../src/calendar/store/indexes/sorted-list.ts'
import {
  ID,
  placeOfStart,
  STRIDE,
  type StartOrder,
  startOrder,
  withMovedEvent,
} from '../../../src/calendar/store/indexes/start-order.ts'
import { eventTable } from '../../../src/calendar/store/rows/event-table.ts'
import { pageKey, readPages, rowsPrefix } from '../../../src/calendar/store/rows/keys.ts'
import {
  openTextPage,
  textAt,
  textPageBytes,
  withTexts,
} from '../../../src/calendar/store/texts/text-table.ts'
import { wallOfSeconds, wallSeconds } from '../../../src/calendar/time/wall-clock.ts'
import { memoryDatastore } from '../../../src/memory/memory-datastore.ts'
import { seededRandom } from '../../../src/memory/seeded-random.ts'

const SEED = 11

function numbers(seed: number): (below: number) => number {
  const random = seededRandom(seed)
  return (below) => {
    const [a = 0, b = 0, c = 0] = random.bytes(3)
    return (a * 65_536 + b * 256 + c) % below
  }
}

describe('wallSeconds()', () => {
  it('counts as a clock in UTC does, and back, in all years that have four digits', () => {
    const number = numbers(SEED)
    for (let count = 0; count < 2000; count += 1) {
      const seconds = Math.floor(-62_135_596_800 + number(16_000_000) * 19_700)
      const wall = new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')

      expect(wallSeconds(wall), `seed ${SEED}`).toBe(seconds)
      expect(wallOfSeconds(seconds), `seed ${SEED}`).toBe(wall)
    }
  })

  it.each(['', 'soon', '2027-05-01', '2027-05-01T10:00:00'])('of "%s" is 0', (text) => {
    expect(wallSeconds(text)).toBe(0)
  })
})

describe('a sorted list', () => {
  it('holds what a sorted array holds, and leaves older lists as they were', () => {
    const number = numbers(SEED)
    let list = sortedList(Float64Array.from({ length: 700 }, (_, at) => at * 10))
    let held = [...numbersFrom(list, { chunk: 0, at: 0 })]
    for (let count = 0; count < 3000; count += 1) {
      const [older, before] = [list, held]
      const value = number(8000)
      const probe = (other: number) => other - value
      if (held.includes(value)) {
        list = removed(list, value, probe)
        held = held.filter((other) => other !== value)
      } else {
        list = inserted(list, value, probe)
        held = [...held, value].sort((a, b) => a - b)
      }
      if (count % 500 === 0) expect([...numbersFrom(older, { chunk: 0, at: 0 })]).toEqual(before)
    }

    expect([...numbersFrom(list, { chunk: 0, at: 0 })], `seed ${SEED}`).toEqual(held)
    expect(list.size).toBe(held.length)
    const from = held.filter((value) => value >= 4001)
    expect([
      ...numbersFrom(
        list,
        lowerPlace(list, (other) => other - 4001),
      ),
    ]).toEqual(from)
  })
})

const ROW: EventRow = {
  id: 0,
  uid: 'a'.repeat(26),
  slug: '',
  status: 'publish',
  author: 1,
  date: '2027-01-01 00:00:00',
  start: '2027-05-01 10:00:00',
  startMs: 0,
  endMs: 0,
  allDay: true,
  featured: true,
  hideFromListings: false,
  hasPassword: false,
  venue: 7,
  organizers: [1, 2],
  categories: [],
  tags: [3],
  parent: 0,
  image: 9,
}

function tableOf(rows: readonly EventRow[]) {
  return rows.reduce((table, row) => table.with(row.id, { row, cid: undefined }, 1), eventTable([]))
}

describe('a table of events', () => {
  it('gives rows back as they were put, from its stored pages too', () => {
    const number = numbers(SEED)
    const rows = Array.from({ length: 200 }, (_, at): EventRow => {
      const organizers = Array.from({ length: number(4) }, () => 1 + number(1000))
      return { ...ROW, id: 4 + at * 3, slug: 'ü'.repeat(number(9)), organizers, parent: number(50) }
    })
    const table = rows.toReversed().reduce((made, row) => {
      return made.with(row.id, { row: { ...row, slug: 'before', tags: [] }, cid: undefined }, 1)
    }, tableOf(rows))
    const again = rows.reduce((made, row) => made.with(row.id, { row, cid: undefined }, 2), table)
    const stored = again.pages.reduce(
      (made, page, number) => (page ? made.withPage(number, page.bytes.slice()) : made),
      eventTable([]),
    )

    for (const held of [again, stored]) {
      expect([...held.ids()]).toEqual(rows.map(({ id }) => id))
      expect(held.size).toBe(200)
      expect(rows.map(({ id }) => held.row(id))).toEqual(rows)
      expect(held.row(5)).toBeUndefined()
      expect(held.pageHeight(0)).toBe(2)
    }
    expect(table.row(4)?.slug).toBe('before')
    expect([...again.with(7, undefined, 3).ids()]).not.toContain(7)
  })

  it('refuses bytes that are no page', () => {
    expect(() => eventTable([]).withPage(0, new Uint8Array(7))).toThrow(/is damaged/)
    expect(() => eventTable([]).withPage(0, new Uint8Array(20_000))).toThrow(/is damaged/)
  })
})

describe('readPages()', () => {
  it('gives pages in their order from several reads, without gaps and with those newer than the last', async () => {
    const datastore = memoryDatastore()
    const prefix = rowsPrefix('events')
    const stored = [0, 3, 63, 64, 127, 500, 501, 700]
    await datastore.batch(
      stored.map((page) => ({ type: 'put', key: pageKey(prefix, page), value: Uint8Array.of(page % 256) })),
    )

    for (const ofRead of [1, 64, 1000]) {
      const pages: (readonly [number, Uint8Array])[] = []
      for await (const read of readPages(datastore, { prefix, lastPage: 500, ofRead })) pages.push(...read)

      expect(pages).toEqual(stored.map((page) => [page, Uint8Array.of(page % 256)]))
    }
  })
})

const idsOf = ({ chunks }: StartOrder) =>
  chunks.flatMap((chunk) =>
    Array.from({ length: chunk.length / STRIDE }, (_, at) => chunk[at * STRIDE + ID] ?? 0),
  )

describe('the order of starts', () => {
  it('is the same when it is made at once and event by event, by start, publication and id', () => {
    const number = numbers(SEED)
    const clock = (days: number) => wallOfSeconds(days * 86_400)
    const rows = Array.from({ length: 900 }, (_, at): EventRow => {
      return { ...ROW, id: 4 + at, start: clock(at < 100 ? 7 : number(300)), date: clock(number(3)) }
    })
    const table = tableOf(rows)
    const located = (id: number) => {
      const page = table.pages[Math.floor(id / 64)]
      return page && { page, id }
    }

    let order: StartOrder = { chunks: [] }
    for (const { id } of rows) order = withMovedEvent(order, undefined, located(id))

    const expected = rows
      .toSorted((a, b) => compare(a.start, b.start) || compare(a.date, b.date) || a.id - b.id)
      .map(({ id }) => id)
    expect(idsOf(startOrder(table)), `seed ${SEED}`).toEqual(expected)
    expect(idsOf(order), `seed ${SEED}`).toEqual(expected)
    for (const { id } of rows.slice(0, 880)) order = withMovedEvent(order, located(id), undefined)
    expect(idsOf(order).toSorted((a, b) => a - b)).toEqual(rows.slice(880).map(({ id }) => id))
  })

  it('finds the first event at or after a start, and the end behind the last', () => {
    const rows = [1, 2, 3].map((day) => ({ ...ROW, id: 3 + day, start: `2027-05-0${day} 10:00:00` }))
    const order = startOrder(tableOf(rows))

    const at = (wall: string) => placeOfStart(order, wallSeconds(wall)).at / STRIDE
    expect(at('2027-05-01 00:00:00')).toBe(0)
    expect(at('2027-05-02 10:00:00')).toBe(1)
    expect(at('2027-05-02 10:00:01')).toBe(2)
    expect(placeOfStart(order, wallSeconds('2028-01-01 00:00:00')).chunk).toBe(1)
  })
})

describe('a page of texts', () => {
  it('gives texts back as they were put, from its stored bytes too', () => {
    const page = withTexts(
      undefined,
      new Map([
        [64, 'first'],
        [70, 'é\n日'],
        [127, 'last\0'],
      ]),
      3,
    )
    const changed = withTexts(page, new Map([[70, '']]), 4)
    const stored = openTextPage(textPageBytes(changed)) ?? page

    expect([0, 1, 6, 63].map((slot) => textAt(page, slot))).toEqual(['first', '', 'é\n日', 'last '])
    expect([0, 1, 6, 63].map((slot) => textAt(stored, slot))).toEqual(['first', '', '', 'last '])
    expect([page.height, stored.height]).toEqual([3, 4])
  })

  it('is not read where it is cut or its parts are not those of a page', () => {
    const bytes = textPageBytes(withTexts(undefined, new Map([[1, 'text']]), 3))

    for (const damaged of [
      bytes.subarray(0, 7),
      bytes.subarray(0, -1),
      bytes.with(20, 65),
      bytes.with(7, 0x7f),
      new Uint8Array(),
    ]) {
      expect(openTextPage(damaged)).toBeUndefined()
    }
  })
})

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}
