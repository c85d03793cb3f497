import { describe, expect, it } from 'vitest'
import type { EventRow } from '../../../src/calendar/model/rows.ts'
import type { EventSelection } from '../../../src/calendar/model/selection.ts'
import { STATUSES, type Status } from '../../../src/calendar/model/status.ts'
import { selectEvents } from '../../../src/calendar/store/indexes/select.ts'
import { emptyState } from '../../../src/calendar/store/rows/state.ts'
import {
  matchesText,
  type TextPage,
  textAt,
  withMatchingText,
  withTexts,
} from '../../../src/calendar/store/texts/text-table.ts'
import { wallOfSeconds } from '../../../src/calendar/time/wall-clock.ts'
import type { Bounds } from '../../../src/calendar/time/window.ts'
import { seededRandom } from '../../../src/memory/seeded-random.ts'
import { memoryCalendar } from './memory-calendar.ts'
import { eventRecord } from './records.ts'

const SEED = 20_270_502
const DAY = 86_400
const AUTHOR = { author: 'somebody' }

function numbers(seed: number): (below: number) => number {
  const random = seededRandom(seed)
  return (below) => {
    const [a = 0, b = 0, c = 0] = random.bytes(3)
    return (a * 65_536 + b * 256 + c) % below
  }
}

describe('a selection by statuses and bounds', () => {
  it('is what passing all rows gives, on any page, in both directions, while events change', async () => {
    const number = numbers(SEED)
    const calendar = memoryCalendar()
    const wall = (days: number) => wallOfSeconds(1_800_000_000 + days * DAY)
    const random = () => {
      const day = number(400)
      const status = STATUSES[number(10) === 0 ? number(STATUSES.length) : 0] ?? 'publish'
      return { start: wall(day), end: wall(day + number(5)), status, hideFromListings: number(20) === 0 }
    }
    await calendar.write(async (draft) => {
      for (let count = 0; count < 900; count += 1) draft.create('events', eventRecord(random()))
    }, AUTHOR)

    for (let round = 0; round < 40; round += 1) {
      await calendar.write(async (draft) => {
        for (const { id, record } of await draft.read('events', [4 + number(900), 4 + number(900)])) {
          draft.replace('events', id, { ...record, ...random() })
        }
      }, AUTHOR)
      const view = await calendar.view()
      const selection = randomSelection(number)

      expect(await view.selectEvents(selection), `seed ${SEED}, round ${round}`).toEqual(
        passedOneByOne([...view.rows('events')], selection),
      )
    }
  })
})

describe('a selection by links', () => {
  it.each(['organizers', 'venues', 'categories', 'tags'] as const)(
    'reads the events of each id once, however often %s repeats it',
    (name) => {
      let reads = 0
      const posting = {
        get ids() {
          reads += 1
          return Uint32Array.of(8)
        },
        published: 1,
      }
      const links = { posts: [[posting]], terms: [[posting]] }
      const readsFor = (ids: readonly number[]) => {
        reads = 0
        selectEvents({ ...emptyState(), links }, { statuses: ['publish'], [name]: ids, offset: 0, limit: 10 })
        return reads
      }

      expect(readsFor([0, 0, 0])).toBe(readsFor([0]))
    },
  )
})

function randomSelection(number: (below: number) => number): EventSelection {
  const bound = (): Bounds => {
    const ms = () => (1_800_000_000 + number(420) * DAY) * 1000
    const low = [{}, { from: ms() }, { after: ms() }][number(3)]
    return { ...low, ...[{}, { before: ms() }, { until: ms() }][number(3)] }
  }
  const statuses: readonly Status[] = number(2) === 0 ? ['publish'] : STATUSES.filter(() => number(2) === 0)
  return {
    statuses,
    ...(number(3) > 0 && { starts: bound() }),
    ...(number(2) > 0 && { ends: bound() }),
    descending: number(2) === 0,
    offset: number(4) === 0 ? 0 : number(900),
    limit: number(3) === 0 ? 300 : 10,
  }
}

function passedOneByOne(rows: readonly EventRow[], selection: EventSelection) {
  const { statuses, starts = {}, ends = {}, descending, offset, limit } = selection
  const ids = rows
    .filter(({ status, hideFromListings }) => statuses.includes(status) && !hideFromListings)
    .filter(({ startMs, endMs }) => isWithin(startMs, starts) && isWithin(endMs, ends))
    .toSorted((a, b) => compare(a.start, b.start) || compare(a.date, b.date) || a.id - b.id)
    .map(({ id }) => id)
  if (descending) ids.reverse()
  return { ids: ids.slice(offset, offset + limit), total: ids.length }
}

function isWithin(ms: number, { from, after, before, until }: Bounds): boolean {
  return (
    (from === undefined || ms >= from) &&
    (after === undefined || ms > after) &&
    (before === undefined || ms < before) &&
    (until === undefined || ms <= until)
  )
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

describe('withMatchingText()', () => {
  it('finds in pages what it finds in one text after the other', () => {
    const number = numbers(SEED)
    const word = () => ['tide', 'tid', 'pool', 'ide', 'reef', 'a', ''][number(7)] ?? ''
    const table = Array.from({ length: 20 }, (_, page): TextPage | undefined => {
      if (page === 7) return undefined
      const texts = new Map<number, string>()
      for (let id = page * 64; id < page * 64 + 64; id += 1) {
        if (number(5) > 0) texts.set(id, `${word()} ${word()}\n${word()}`)
      }
      return withTexts(undefined, texts, 1)
    })
    const all = Array.from({ length: 20 * 64 }, (_, id) => id)

    for (let round = 0; round < 300; round += 1) {
      const ids = Uint32Array.from(all.filter(() => number(round % 4) === 0).toSorted(() => number(3) - 1))
      const parts = (most: number) => Array.from({ length: number(most) }, word)
      const query = { all: parts(4), without: parts(3) }
      const expected = ids.filter((id) => {
        const page = table[Math.floor(id / 64)]
        return page !== undefined && matchesText(textAt(page, id % 64), query)
      })

      const found = (size: number) => withMatchingText(ids, query, { table, size })
      expect(found(0), `seed ${SEED}, round ${round}`).toEqual(expected)
      expect(found(1e6), `seed ${SEED}, round ${round}`).toEqual(expected)
    }
  })
})
