import { describe, expect, it } from 'vitest'
import type { Calendar } from '../../../src/calendar/model/calendar.ts'
import type { Collection } from '../../../src/calendar/model/records.ts'
import { treeKey } from '../../../src/calendar/store/commits/commit.ts'
import { createSearchTree } from '../../../src/calendar/store/tree/search-tree.ts'
import type { Ports } from '../../../src/node/create.ts'
import { interceptedStorage } from '../intercepted-storage.ts'
import { memoryPorts } from '../memory-ports.ts'
import { memoryCalendar } from './memory-calendar.ts'
import { eventRecord, termRecord, venueRecord } from './records.ts'

const AUTHOR = { author: 'ann' }
const ALL = { statuses: ['publish'], offset: 0, limit: 50 } as const

/** A venue, a tag, three events; then one write that creates, changes and removes. */
async function fill(calendar: Calendar): Promise<void> {
  await calendar.write(async (draft) => {
    const hall = draft.create('venues', venueRecord({ slug: 'hall' }))
    const tag = draft.create('tags', termRecord())
    for (const slug of ['a', 'b', 'c']) {
      draft.create(
        'events',
        eventRecord({
          title: slug,
          slug,
          venue: draft.uidOf('venues', hall),
          tags: [draft.uidOf('tags', tag)],
        }),
      )
    }
  }, AUTHOR)
}

const change = (calendar: Calendar) =>
  calendar.write(async (draft) => {
    const [item] = await draft.read('events', [5])
    if (item)
      draft.replace('events', 5, { ...item.record, title: 'changed', slug: 'z', venue: null, tags: [] })
    draft.create('events', eventRecord({ title: 'new', slug: 'new' }))
    draft.remove('tags', 2)
  }, AUTHOR)

/** Everything a calendar says of itself, told by its lists and again by its tree of records. */
async function told(calendar: Calendar, { blockstore }: Ports) {
  const view = await calendar.view()
  const { ids, total } = await view.selectEvents(ALL)
  const items = await view.read('events', ids)
  const found = await view.selectEvents({ ...ALL, text: { all: ['changed'], without: [] } })
  for await (const { commit } of calendar.commits()) {
    const keys: string[] = []
    for await (const [key] of createSearchTree(blockstore).entries(commit.state)) keys.push(key)
    const collections: readonly Collection[] = ['events', 'venues', 'tags']
    const rows = collections.flatMap((collection) =>
      [...view.rows(collection)].map(({ uid }) => treeKey({ collection, uid })),
    )
    expect(keys).toEqual(rows.toSorted())
    break
  }
  return {
    total,
    titles: items.map(({ record }) => record.title),
    slugs: ['a', 'z', 'new'].map((slug) => view.idBySlug('events', slug)),
    atHall: [...view.eventsOf('venues', 4)],
    count: view.countOf('tags', 2),
    found: found.ids,
  }
}

const BEFORE = {
  total: 3,
  titles: ['a', 'b', 'c'],
  slugs: [5, undefined, undefined],
  atHall: [5, 6, 7],
  count: 3,
  found: [],
}
const AFTER = {
  total: 4,
  titles: ['changed', 'b', 'c', 'new'],
  slugs: [undefined, 5, 8],
  atHall: [6, 7],
  count: 2,
  found: [5],
}

/** Runs the change with each of its storage calls ending it in turn: the call itself, and all after a kill. */
async function interrupted(
  { isKilled }: { readonly isKilled: boolean },
  check: (calendar: Calendar, ports: Ports) => Promise<void>,
): Promise<number> {
  for (let count = 1; ; count += 1) {
    const ports = memoryPorts()
    await fill(memoryCalendar(ports))
    let calls = 0
    const before = () => {
      calls += 1
      if (calls === count || (isKilled && calls > count)) throw new Error('stopped')
    }
    const failing = memoryCalendar({ ...ports, ...interceptedStorage(ports, before) })
    const outcome = await change(failing).then(
      () => 'written',
      () => 'failed',
    )
    calls = Number.NEGATIVE_INFINITY
    if (outcome === 'written') return count - 1
    await check(isKilled ? memoryCalendar(ports) : failing, ports)
  }
}

describe('calendar.write(), ended at any call of its storage', () => {
  it('leaves an unchanged calendar that opens, and accepts the write again', async () => {
    const stopped = await interrupted({ isKilled: true }, async (calendar, ports) => {
      expect(await told(calendar, ports)).toEqual(BEFORE)
      await change(calendar)
      expect(await told(calendar, ports)).toEqual(AFTER)
    })

    expect(stopped).toBeGreaterThan(5)
  })

  it('works in the same process after a failed call', async () => {
    await interrupted({ isKilled: false }, async (calendar, ports) => {
      expect(await told(calendar, ports)).toEqual(BEFORE)
      await change(calendar)
      expect(await told(calendar, ports)).toEqual(AFTER)
      expect(await told(memoryCalendar(ports), ports)).toEqual(AFTER)
    })
  })

  it('is right when the last batch was applied, and its answer lost', async () => {
    const ports = memoryPorts()
    await fill(memoryCalendar(ports))
    const { datastore } = ports
    let isLost = true
    const lossy = memoryCalendar({
      ...ports,
      datastore: {
        ...datastore,
        async batch(...options) {
          await datastore.batch(...options)
          if (isLost) throw new Error('no answer')
        },
      },
    })

    await expect(change(lossy)).rejects.toThrow('no answer')
    isLost = false

    expect(await told(lossy, ports)).toEqual(AFTER)
    expect(await told(memoryCalendar(ports), ports)).toEqual(AFTER)
  })
})
