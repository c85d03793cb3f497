import { describe, expect, it } from 'vitest'
import type { Calendar, CalendarDraft } from '../../../src/calendar/model/calendar.ts'
import type { EventSelection } from '../../../src/calendar/model/selection.ts'
import { memoryPorts } from '../memory-ports.ts'
import { memoryCalendar } from './memory-calendar.ts'
import { eventRecord, organizerRecord, termRecord, venueRecord } from './records.ts'

const ALL: EventSelection = { statuses: ['publish'], offset: 0, limit: 50 }
const AUTHOR = { author: 'ann' }

const write = <T>(calendar: Calendar, plan: (draft: CalendarDraft) => T) =>
  calendar.write(async (draft) => plan(draft), AUTHOR)

const titles = async (calendar: Calendar, selection: Partial<EventSelection>) => {
  const view = await calendar.view()
  const { ids } = await view.selectEvents({ ...ALL, ...selection })
  return (await view.read('events', ids)).map(({ record }) => record.title)
}

describe('createCalendar()', () => {
  it('is empty before the first write', async () => {
    const view = await memoryCalendar().view()

    expect(view.head).toBeUndefined()
    expect(await view.selectEvents(ALL)).toEqual({ ids: [], total: 0 })
    expect(view.row('events', 4)).toBeUndefined()
  })

  it('gives ids from one sequence to events, venues and organizers, and from another to terms', async () => {
    const calendar = memoryCalendar()

    const ids = await write(calendar, (draft) => [
      draft.create('events', eventRecord()),
      draft.create('venues', venueRecord()),
      draft.create('tags', termRecord()),
      draft.create('organizers', organizerRecord()),
      draft.create('categories', termRecord()),
    ])
    const next = await write(calendar, (draft) => draft.create('events', eventRecord()))

    expect([...ids, next]).toEqual([4, 5, 2, 6, 3, 7])
    expect((await calendar.view()).collectionOf(5)).toBe('venues')
  })

  it('reads what was written, and finds it by slug and by uid', async () => {
    const calendar = memoryCalendar()

    const id = await write(calendar, (draft) => draft.create('events', eventRecord({ slug: 'ev' })))
    const view = await calendar.view()
    const [item] = await view.read('events', [id, 99])

    expect(item?.record).toMatchObject({ title: 'Ev', customFields: {}, website: null })
    expect(view.idBySlug('events', 'ev')).toBe(id)
    expect(view.idByUid('events', item?.record.uid ?? '')).toBe(id)
    expect(view.idBySlug('venues', 'ev')).toBeUndefined()
  })

  it('shows its own changes to a plan, and makes one change of a record that was created and replaced', async () => {
    const calendar = memoryCalendar()

    await calendar.write(async (draft) => {
      const id = draft.create('events', eventRecord())
      draft.replace('events', id, { ...eventRecord({ slug: `${id}` }), uid: draft.uidOf('events', id) })

      expect(draft.idBySlug('events', '4')).toBe(id)
      expect((await draft.read('events', [id]))[0]?.record.slug).toBe('4')
      expect((await draft.selectEvents(ALL)).total).toBe(1)
    }, AUTHOR)

    const changed: number[] = []
    for await (const { commit } of calendar.commits()) changed.push(commit.changes.length)
    expect(changed).toEqual([1])
  })

  it('ends a plan at its first change beyond those of a commit, and writes nothing', async () => {
    const calendar = memoryCalendar()
    let made = 0

    const writing = write(calendar, (draft) => {
      for (; made < 1500; made += 1) draft.create('tags', termRecord({ slug: `${made}` }))
      return made
    })

    await expect(writing).rejects.toMatchObject({ code: 'too-large' })
    expect(made).toBe(1000)
    expect((await calendar.view()).head).toBeUndefined()
  })

  it('writes nothing when the plan throws or changes nothing', async () => {
    const calendar = memoryCalendar()
    const id = await write(calendar, (draft) => draft.create('events', eventRecord()))
    const { head } = await calendar.view()

    const failing = calendar.write(async (draft) => {
      draft.create('events', eventRecord())
      throw new RangeError('no')
    }, AUTHOR)
    await expect(failing).rejects.toThrow('no')
    await calendar.write(async (draft) => {
      const [item] = await draft.read('events', [id])
      if (item) draft.replace('events', id, item.record)
    }, AUTHOR)

    expect((await calendar.view()).head).toEqual(head)
  })

  it('leaves out of the commit what came out as it was', async () => {
    const ports = memoryPorts()
    const calendar = memoryCalendar(ports)
    await write(calendar, (draft) => draft.create('venues', venueRecord()))
    await write(calendar, (draft) => draft.create('events', eventRecord()))

    await calendar.write(async (draft) => {
      const [[venue], [event]] = [await draft.read('venues', [4]), await draft.read('events', [5])]
      if (venue) draft.replace('venues', 4, venue.record)
      if (event) draft.replace('events', 5, event.record)
      draft.create('tags', termRecord())
    }, AUTHOR)

    const newest = await calendar.commits()[Symbol.asyncIterator]().next()
    expect(newest.value?.commit.changes).toMatchObject([{ collection: 'tags' }])
    for (const reader of [calendar, memoryCalendar(ports)]) {
      const view = await reader.view()
      expect((await view.read('venues', [4]))[0]?.record.name).toBe('Alpha Hall')
      expect((await view.read('events', [5]))[0]?.record.title).toBe('Ev')
    }
  })

  it('keeps a view as it was while others write', async () => {
    const calendar = memoryCalendar()
    const id = await write(calendar, (draft) => draft.create('events', eventRecord({ slug: 'one' })))
    const before = await calendar.view()

    await calendar.write(async (draft) => {
      const [item] = await draft.read('events', [id])
      if (item) draft.replace('events', id, { ...item.record, status: 'draft', title: 'Hidden', slug: 'two' })
      draft.create('events', eventRecord({ title: 'Other' }))
    }, AUTHOR)

    expect((await before.read('events', [id]))[0]?.record.title).toBe('Ev')
    expect(before.idBySlug('events', 'one')).toBe(id)
    expect((await before.selectEvents(ALL)).total).toBe(1)
    expect((await before.selectEvents({ ...ALL, text: { all: ['hidden'], without: [] } })).total).toBe(0)
    expect(await titles(calendar, {})).toEqual(['Other'])
  })

  it('tells what waits for its moment, also to one who opens', async () => {
    const ports = memoryPorts()
    const calendar = memoryCalendar(ports)
    await write(calendar, (draft) => {
      for (const status of ['future', 'publish', 'future'] as const)
        draft.create('events', eventRecord({ status }))
      draft.create('venues', venueRecord({ status: 'future' }))
    })
    await calendar.write(async (draft) => {
      const [item] = await draft.read('events', [4])
      if (item) draft.replace('events', 4, { ...item.record, status: 'publish' })
    }, AUTHOR)

    for (const reader of [calendar, memoryCalendar(ports)]) {
      const view = await reader.view()
      expect([...view.scheduled('events')]).toEqual([6])
      expect([...view.scheduled('venues')]).toEqual([7])
      expect([...view.scheduled('organizers')]).toEqual([])
    }
  })

  it('accepts long texts, and searches their beginning', async () => {
    const ports = memoryPorts()
    const calendar = memoryCalendar(ports)
    const description = `alpha ${'é日'.repeat(20_000)} omega`
    await write(calendar, (draft) => {
      for (let at = 0; at < 70; at += 1) draft.create('events', eventRecord({ description }))
    })
    const largest: number[] = []
    for await (const [, value] of ports.datastore.range({})) largest.push(value.byteLength)

    expect(Math.max(...largest)).toBeLessThan(1_900_000)
    expect(await titles(calendar, { text: { all: ['alpha'], without: [] }, limit: 1 })).toEqual(['Ev'])
    expect(await titles(calendar, { text: { all: ['omega'], without: [] } })).toEqual([])
    const view = await calendar.view()
    expect((await view.read('events', [10]))[0]?.record.description).toBe(description)
  })

  it('reads its rows once for many who ask at once', async () => {
    const ports = memoryPorts()
    await write(memoryCalendar(ports), (draft) => draft.create('events', eventRecord()))
    let ranges = 0
    const counted = memoryCalendar({
      ...ports,
      datastore: {
        ...ports.datastore,
        range(...options) {
          ranges += 1
          return ports.datastore.range(...options)
        },
      },
    })

    const views = await Promise.all(Array.from({ length: 50 }, () => counted.view()))

    expect(new Set(views.map(({ head }) => `${head}`)).size).toBe(1)
    expect(ranges).toBe(6)
  })

  it('shows what another caller has written since, although the older record was being read', async () => {
    const ports = memoryPorts()
    const [one, other] = [memoryCalendar(ports), memoryCalendar(ports)]
    const id = await write(one, (draft) => draft.create('events', eventRecord({ title: 'A' })))
    await other.view()
    await one.write(async (draft) => {
      const [item] = await draft.read('events', [id])
      if (item) draft.replace('events', id, { ...item.record, title: 'B' })
    }, AUTHOR)

    const view = await other.view({ prefetch: { collection: 'events', id } })

    expect((await view.read('events', [id]))[0]?.record.title).toBe('B')
  })

  it('reads a block once for those who ask together, and again when the first of them gives up', async () => {
    const ports = memoryPorts()
    const id = await write(memoryCalendar(ports), (draft) => draft.create('events', eventRecord()))
    let reads = 0
    const blockstore: typeof ports.blockstore = {
      ...ports.blockstore,
      async get(cid, options) {
        reads += 1
        const bytes = await ports.blockstore.get(cid, options)
        options?.signal?.throwIfAborted()
        return bytes
      },
    }
    const together = await memoryCalendar({ ...ports, blockstore }).view()
    const apart = await memoryCalendar({ ...ports, blockstore }).view()
    const controller = new AbortController()

    const both = await Promise.all([together.read('events', [id]), together.read('events', [id])])
    const first = apart.read('events', [id], { signal: controller.signal }).catch(() => 'gave up')
    const second = apart.read('events', [id])
    controller.abort()

    expect(both.map(([item]) => item?.id)).toEqual([id, id])
    expect([await first, (await second)[0]?.id]).toEqual(['gave up', id])
    expect(reads).toBe(3)
  })

  it('opens on the storage of another, and sees what that one writes', async () => {
    const ports = memoryPorts()
    const [one, other] = [memoryCalendar(ports), memoryCalendar(ports)]
    await write(one, (draft) => draft.create('events', eventRecord({ title: 'A', slug: 'a' })))

    expect(await titles(other, {})).toEqual(['A'])
    await write(one, (draft) => draft.create('tags', termRecord()))
    await write(other, (draft) => draft.create('events', eventRecord({ title: 'B', slug: 'b' })))
    await calendarRemoval(one)

    expect(await titles(one, {})).toEqual(['A', 'B'])
    expect((await other.view()).idBySlug('tags', 'music')).toBeUndefined()
    expect((await one.view()).head).toEqual((await other.view()).head)
    expect(await titles(other, { text: { all: ['b'], without: [] } })).toEqual(['B'])
    await write(one, (draft) => draft.create('events', eventRecord({ title: 'Bb', slug: 'bb' })))
    expect(await titles(other, { text: { all: ['b'], without: [] } })).toEqual(['B', 'Bb'])
    expect(await titles(memoryCalendar(ports), {})).toEqual(['A', 'B', 'Bb'])
  })

  it('is read while another writes faster than it reads', async () => {
    const ports = memoryPorts()
    const writer = memoryCalendar(ports)
    let written = 0
    let areWritersKept = false
    const reader = memoryCalendar({
      ...ports,
      locks: {
        ...ports.locks,
        exclusive(name, task, options) {
          const alone = () => {
            areWritersKept = true
            return task()
          }
          return ports.locks.exclusive(name, alone, options)
        },
      },
      datastore: {
        ...ports.datastore,
        async get(key, options) {
          if (!areWritersKept) {
            written += 1
            await write(writer, (draft) => draft.create('events', eventRecord({ slug: `e-${written}` })))
          }
          return ports.datastore.get(key, options)
        },
      },
    })

    const { head } = await reader.view()

    expect(head).toEqual((await writer.view()).head)
    expect(written).toBeGreaterThan(8)
  })
})

const calendarRemoval = (calendar: Calendar) => write(calendar, (draft) => draft.remove('tags', 2))

describe('selectEvents()', () => {
  const at = (day: number) => Date.UTC(2027, 4, day)

  const filled = async (ports = memoryPorts()) => {
    const calendar = memoryCalendar(ports)
    await calendar.write(async (draft) => {
      const hall = draft.create('venues', venueRecord({ latitude: '52.5', longitude: '13.4' }))
      const ann = draft.create('organizers', organizerRecord())
      const music = draft.create('categories', termRecord())
      for (let day = 1; day <= 9; day += 1) {
        draft.create(
          'events',
          eventRecord({
            title: `Day ${day}`,
            description: day % 2 ? 'Café au lait' : 'tea, black',
            start: `2027-05-0${day} 10:00:00`,
            end: `2027-05-0${day} 12:00:00`,
            status: day === 9 ? 'draft' : 'publish',
            featured: day === 2,
            hideFromListings: day === 8,
            venue: day <= 3 ? draft.uidOf('venues', hall) : null,
            organizers: day === 4 ? [draft.uidOf('organizers', ann)] : [],
            categories: day >= 5 ? [draft.uidOf('categories', music)] : [],
            password: day === 7 ? 'x' : '',
          }),
        )
      }
    }, AUTHOR)
    return calendar
  }
  const days = async (selection: Partial<EventSelection>) =>
    (await titles(await filled(), selection)).map((title) => Number(title.slice(4)))

  it.each<[string, Partial<EventSelection>, readonly number[]]>([
    ['all that are published and not hidden', {}, [1, 2, 3, 4, 5, 6, 7]],
    ['drafts', { statuses: ['draft'] }, [9]],
    ['a window of starts', { starts: { from: at(2), before: at(4) } }, [2, 3]],
    ['ends after', { ends: { after: at(6) } }, [6, 7]],
    ['a word without its accent', { text: { all: ['cafe'], without: [] } }, [1, 3, 5]],
    ['all words and none of others', { text: { all: ['day', 'tea'], without: ['day 4'] } }, [2, 6]],
    ['only what is left out', { text: { all: [], without: ['cafe'] } }, [2, 4, 6, 7]],
    ['a venue', { venues: [4] }, [1, 2, 3]],
    ['an organizer', { organizers: [5] }, [4]],
    ['a category, without what has a password', { categories: [2] }, [5, 6]],
    ['no category at all', { categories: [] }, []],
    ['featured', { featured: true }, [2]],
    ['not featured', { featured: false, venues: [4] }, [1, 3]],
    ['included ids, repeated and unknown ones too', { include: [8, 6, 6, 99], orderBy: 'include' }, [3, 1]],
    ['near', { near: { latitude: 52.6, longitude: 13.4, meters: 20_000 } }, [1, 2, 3]],
    ['not so near', { near: { latitude: 52.6, longitude: 13.4, meters: 5000 } }, []],
    ['not at a venue', { exceptVenues: [4] }, [4, 5, 6, 7]],
    ['backwards, a page', { descending: true, offset: 1, limit: 2 }, [6, 5]],
    ['by title', { orderBy: 'title', venues: [4], descending: true }, [3, 2, 1]],
  ])('selects %s', async (_, selection, expected) => {
    expect(await days(selection)).toEqual(expected)
  })

  it('compares instants with the bounds, and orders by wall clocks', async () => {
    const calendar = memoryCalendar()
    await calendar.write(async (draft) => {
      const [start, end] = ['2027-05-01 10:00:00', '2027-05-01 11:00:00']
      draft.create('events', eventRecord({ title: 'Tokyo', timezone: 'Asia/Tokyo', start, end }))
      draft.create('events', eventRecord({ title: 'Utc', start, end, date: '2027-01-01 00:00:00' }))
      draft.create(
        'events',
        eventRecord({ title: 'West', timezone: 'America/Los_Angeles', start: '2027-05-01 08:00:00', end }),
      )
    }, AUTHOR)
    const from = Date.UTC(2027, 4, 1, 9)

    expect(await titles(calendar, {})).toEqual(['West', 'Utc', 'Tokyo'])
    expect(await titles(calendar, { starts: { from } })).toEqual(['West', 'Utc'])
    expect(await titles(calendar, { starts: { before: from } })).toEqual(['Tokyo'])
  })

  it('counts published events of a term, with those that have a password, when it is opened again too', async () => {
    const ports = memoryPorts()

    for (const calendar of [await filled(ports), memoryCalendar(ports)]) {
      const view = await calendar.view()

      expect(view.countOf('categories', 2)).toBe(4)
      expect([...view.eventsOf('categories', 2)]).toEqual([10, 11, 13, 14])
      expect([...view.eventsOf('venues', 4)]).toEqual([6, 7, 8])
    }
  })
})
