import { describe, expect, it } from 'vitest'
import { type Calendar, COLLECTIONS } from '../../../src/calendar/model/calendar.ts'
import { treeKey } from '../../../src/calendar/store/commits/commit.ts'
import { createSearchTree } from '../../../src/calendar/store/tree/search-tree.ts'
import { calendarContract } from '../../contracts/calendar.ts'
import { runOperations } from '../../contracts/random-operations.ts'
import { memoryPorts } from '../memory-ports.ts'
import { memoryCalendar } from './memory-calendar.ts'

const newest = async (calendar: Calendar) => {
  for await (const { commit } of calendar.commits()) return commit
  throw new Error('no commit')
}

calendarContract('memory', async () => memoryPorts())

describe('random operations', () => {
  it('leave rows, tree and history that agree, for the writer and for one who opens', async () => {
    const ports = memoryPorts()
    const calendar = memoryCalendar(ports)
    await runOperations(calendar, 7, 300)
    const tree = createSearchTree(ports.blockstore)
    const held = new Map<string, string>()
    const { state } = await newest(calendar)
    for await (const [key, record] of tree.entries(state)) held.set(key, `${record}`)

    const replayed = new Map<string, string>()
    const commits = []
    for await (const item of calendar.commits()) commits.unshift(item.commit)
    for (const { changes } of commits) {
      for (const change of changes) {
        const key = treeKey(change)
        expect(replayed.get(key)).toBe(change.before?.toString())
        if (change.after) replayed.set(key, `${change.after}`)
        else replayed.delete(key)
      }
    }

    expect(replayed).toEqual(held)
    for (const reader of [calendar, memoryCalendar(ports)]) {
      const view = await reader.view()
      const rows = COLLECTIONS.flatMap((collection) => [...view.rows(collection)])
      expect(rows).toHaveLength(held.size)
      for (const statuses of [['publish'], ['trash']] as const) {
        const { ids, total } = await view.selectEvents({ statuses, offset: 0, limit: 10_000 })
        const expected = [...view.rows('events')].filter(({ status }) => status === statuses[0])
        const inOrder = expected.toSorted(
          (a, b) => compare(a.start, b.start) || compare(a.date, b.date) || a.id - b.id,
        )
        expect(ids).toEqual(inOrder.map(({ id }) => id))
        expect(total).toBe(ids.length)
      }
      for (const venue of view.rows('venues')) {
        const linked = [...view.rows('events')].filter((row) => row.venue === venue.id).map(({ id }) => id)
        expect([...view.eventsOf('venues', venue.id)]).toEqual(linked)
      }
      for (const { id, slug } of view.rows('events')) {
        if (view.row('events', id)?.status === 'publish') expect(view.idBySlug('events', slug)).toBe(id)
      }
    }
  })
})

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}
