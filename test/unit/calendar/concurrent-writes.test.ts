import { describe, expect, it } from 'vitest'
import type { Calendar, CalendarDraft } from '../../../src/calendar/model/calendar.ts'
import { memoryLocks } from '../../../src/memory/memory-locks.ts'
import { memoryPorts } from '../memory-ports.ts'
import { memoryCalendar } from './memory-calendar.ts'
import { eventRecord, termRecord } from './records.ts'

const AUTHOR = { author: 'ann' }

/** The slug, or the first of `slug-2`, `slug-3` … that is free. */
function freeSlug(draft: CalendarDraft, slug: string): string {
  let free = slug
  for (let count = 2; draft.idBySlug('events', free) !== undefined; count += 1) free = `${slug}-${count}`
  return free
}

const createOne = (calendar: Calendar, title: string) =>
  calendar.write(
    async (draft) => draft.create('events', eventRecord({ title, slug: freeSlug(draft, 'same') })),
    AUTHOR,
  )

const appendTo = (calendar: Calendar, id: number, word: string) =>
  calendar.write(async (draft) => {
    const [item] = await draft.read('events', [id])
    if (!item) throw new Error('lost')
    draft.replace('events', id, { ...item.record, description: `${item.record.description} ${word}` })
  }, AUTHOR)

async function expectWhole(calendar: Calendar, { first, count }: { first: number; count: number }) {
  const view = await calendar.view()
  const { ids } = await view.selectEvents({ statuses: ['publish'], offset: 0, limit: 1000, orderBy: 'id' })
  const items = await view.read('events', ids)
  const words = items
    .find(({ id }) => id === first)
    ?.record.description.trim()
    .split(' ')
  expect(ids).toEqual(Array.from({ length: count + 1 }, (_, at) => first + at))
  expect(new Set(items.map(({ record }) => record.slug)).size).toBe(count + 1)
  expect(new Set(items.map(({ record }) => record.title)).size).toBe(count + 1)
  expect(words?.toSorted()).toEqual(Array.from({ length: count }, (_, at) => `w${at}`).toSorted())
}

describe('calendar.write(), two hundred at once', () => {
  it('gives no id twice, no slug twice, and loses no write', async () => {
    const calendar = memoryCalendar()
    const first = await createOne(calendar, 'first')

    await Promise.all(
      Array.from({ length: 100 }, (_, at) => [
        createOne(calendar, `Ev ${at}`),
        appendTo(calendar, first, `w${at}`),
      ]).flat(),
    )

    await expectWhole(calendar, { first, count: 100 })
  })

  it('does so for two calendars over one storage', async () => {
    const ports = memoryPorts()
    const calendars = [memoryCalendar(ports), memoryCalendar(ports)] as const
    const first = await createOne(calendars[0], 'first')

    await Promise.all(
      Array.from({ length: 100 }, (_, at) => [
        createOne(calendars[at % 2 ? 0 : 1], `Ev ${at}`),
        appendTo(calendars[at % 2 ? 1 : 0], first, `w${at}`),
      ]).flat(),
    )

    await expectWhole(calendars[0], { first, count: 100 })
    await expectWhole(calendars[1], { first, count: 100 })
    await expectWhole(memoryCalendar(ports), { first, count: 100 })
  })

  it('plans again on the newer state when a writer without the lock was faster', async () => {
    const ports = memoryPorts()
    const [one, other] = [memoryCalendar(ports), memoryCalendar({ ...ports, locks: memoryLocks() })]
    let plans = 0

    const id = await one.write(async (draft) => {
      plans += 1
      if (plans === 1) await other.write(async (faster) => faster.create('tags', termRecord()), AUTHOR)
      draft.create('tags', termRecord({ slug: 'second' }))
      return draft.create('events', eventRecord({ slug: freeSlug(draft, 'same') }))
    }, AUTHOR)

    const view = await other.view()
    expect(plans).toBe(2)
    expect([...view.rows('tags')].map(({ slug }) => slug)).toEqual(['music', 'second'])
    expect(view.row('events', id)?.slug).toBe('same')
  })
})
