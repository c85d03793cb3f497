import { describe, expect, it } from 'vitest'
import { publishDue } from '../../../src/calendar/plans/publish-due.ts'
import { recordBlock } from '../../../src/calendar/store/record-block.ts'
import { UTC } from '../../../src/calendar/time/zone.ts'
import type { Ports } from '../../../src/node/create.ts'
import { keyOf } from '../../../src/state/keys.ts'
import { audited } from '../audit/audited.ts'
import { interceptedWrites } from '../intercepted-storage.ts'
import { memoryPorts } from '../memory-ports.ts'
import { wokenHost } from '../schedule/woken-host.ts'
import { type CalledCalendar, calledCalendar, NOW_MS } from './called-calendar.ts'

const HOUR_MS = 3_600_000
const DUE_MS = NOW_MS + HOUR_MS
const WHEN = { start_date: '2028-05-01 10:00', end_date: '2028-05-01 12:00' }
const SOON = { ...WHEN, title: 'Soon', date: '2027-03-15 11:00:00', tags: ['soon'] }

/** Everything that is stored: values of the Datastore by their keys, and how many blocks. */
async function stored({ blockstore, datastore }: Ports): Promise<unknown> {
  const values: string[] = []
  for await (const [key, value] of datastore.range({})) values.push(`${key} ${value}`)
  const cids: string[] = []
  for await (const cid of blockstore.list()) cids.push(`${cid}`)
  return { values, cids: cids.sort() }
}

/** Author and size of each commit, the first one first. */
async function history({ node }: CalledCalendar): Promise<readonly (readonly [string, number])[]> {
  const found: [string, number][] = []
  for await (const { commit } of node.calendar.commits())
    found.unshift([commit.author, commit.changes.length])
  return found
}

async function due({ call }: CalledCalendar): Promise<{ single: number; total: number; count: number }> {
  const get = (path: string) => call({ as: 'nobody', method: 'GET', path })
  const [single, list, tag] = [await get('/events/by-slug/soon'), await get('/events'), await get('/tags/2')]
  return { single: single.status, total: JSON.parse(list.text).total, count: JSON.parse(tag.text).count }
}

const BEFORE = { single: 403, total: 0, count: 0 }
const AFTER = { single: 200, total: 1, count: 1 }

/** A calendar with one event that is due in an hour, on a host that the test wakes. */
async function scheduled() {
  const host = wokenHost(NOW_MS)
  const ports = memoryPorts({ clock: host.clock })
  const calendar = await calledCalendar({ ports: { ...ports, schedule: host.schedule } })
  const id = await calendar.create('events', SOON)
  return { host, ports, calendar, id }
}

describe('a calendar in which something is due', () => {
  it('shows it without a write, however often it is read', async () => {
    const ports = memoryPorts()
    const calendar = await calledCalendar({
      ports: { blockstore: ports.blockstore, datastore: ports.datastore },
    })
    await calendar.create('events', SOON)
    expect(await due(calendar)).toEqual(BEFORE)
    const before = await stored(ports)

    await calendar.move(HOUR_MS - 1)
    expect(await due(calendar)).toEqual(BEFORE)
    await calendar.move(1)

    expect(await due(calendar)).toEqual(AFTER)
    expect(await due(calendar)).toEqual(AFTER)
    expect((await calendar.read('/event/soon/')).status).toBe(200)
    expect(await stored(ports)).toEqual(before)
  })

  it('commits it before the next write', async () => {
    const calendar = await calledCalendar()
    await calendar.create('events', SOON)
    await calendar.move(HOUR_MS)

    await calendar.create('tags', { name: 'Next' })

    expect((await history(calendar)).slice(1)).toEqual([
      ['calendar', 1],
      ['admin', 1],
    ])
    expect(await due(calendar)).toEqual(AFTER)
  })

  it('commits nothing for a write that is refused', async () => {
    const calendar = await calledCalendar()
    await calendar.create('events', SOON)
    await calendar.move(HOUR_MS)

    const body = JSON.stringify({ ...WHEN, title: 'Mine' })
    const refused = await calendar.call({ as: 'nobody', method: 'POST', path: '/events', body })
    const wrong = await calendar.call({ as: 'admin', method: 'POST', path: '/events', body: '{}' })

    expect([refused.status, wrong.status]).toEqual([401, 400])
    expect(await history(calendar)).toHaveLength(1)
    expect(await due(calendar)).toEqual(AFTER)
  })

  it('keeps its record hidden as before, and shows the one that the commit makes', async () => {
    const calendar = await calledCalendar()
    const { node, read } = calendar
    const id = await calendar.create('events', SOON)
    const [item] = await node.calendar.view().then((view) => view.read('events', [id]))
    if (!item) throw new Error('no record')
    const [hidden, open] = await Promise.all(
      [item.record, { ...item.record, status: 'publish' as const }].map((record) =>
        recordBlock('events', record),
      ),
    )
    const statuses = async () => {
      const answers = [hidden, open].map((block) => read(`/ipfs/${block?.cid}?format=raw`))
      return (await Promise.all(answers)).map(({ status }) => status)
    }

    await calendar.move(HOUR_MS)
    const before = await statuses()
    await publishDue(node, { nowMs: DUE_MS })

    expect(before).toEqual([404, 404])
    expect(await statuses()).toEqual([404, 200])
  })

  it('answers the same after a kill at any write of the commit, and commits later', async () => {
    let stopped = 0
    for (;;) {
      const ports = memoryPorts()
      const first = await calledCalendar({
        ports: { blockstore: ports.blockstore, datastore: ports.datastore },
      })
      await first.create('events', SOON)
      let writes = Number.NEGATIVE_INFINITY
      const storage = interceptedWrites(ports, () => {
        writes += 1
        if (writes > stopped) throw new Error('killed')
      })
      const killed = await calledCalendar({ ports: storage })
      await killed.move(HOUR_MS)
      writes = 0
      const outcome = await publishDue(killed.node, { nowMs: DUE_MS }).then(
        () => 'committed',
        () => 'killed',
      )

      const opened = await calledCalendar({
        ports: { blockstore: ports.blockstore, datastore: ports.datastore },
      })
      await opened.move(HOUR_MS)
      expect(await due(opened)).toEqual(AFTER)
      await opened.create('tags', { name: 'Next' })
      expect((await history(opened)).map(([author]) => author)).toEqual(['admin', 'calendar', 'admin'])
      expect(await due(opened)).toEqual(AFTER)
      if (outcome === 'committed') break
      stopped += 1
    }
    expect(stopped).toBeGreaterThan(1)
  })
})

describe('what is due in a calendar', () => {
  it('commits at the date, without a request, and the ledger accepts the commit', async () => {
    const { host, calendar } = await scheduled()
    await calendar.node.sequencer.anchor({ isUrgent: true })
    expect(await host.asked()).toBeLessThanOrEqual(DUE_MS)

    await host.wake(DUE_MS - 1)
    expect(await history(calendar)).toHaveLength(1)
    expect(await host.asked()).toBe(DUE_MS)
    await host.wake(DUE_MS)

    expect(await history(calendar)).toEqual([
      ['admin', 2],
      ['calendar', 1],
    ])
    await calendar.node.sequencer.anchor({ isUrgent: true })
    expect(await audited(calendar.node)).toMatchObject({ commits: 2 })
    expect(await due(calendar)).toEqual(AFTER)
  })

  it('uses the earlier date of a later write', async () => {
    const { host, calendar } = await scheduled()
    await calendar.create('events', { ...WHEN, title: 'Sooner', date: '2027-03-15 10:30:00' })
    await calendar.node.sequencer.anchor({ isUrgent: true })

    await host.wake(NOW_MS + HOUR_MS / 2)

    expect((await history(calendar)).at(-1)).toEqual(['calendar', 1])
    expect(await due(calendar)).toMatchObject({ single: 403, total: 1 })
    await calendar.node.sequencer.anchor({ isUrgent: true })
    await host.wake(DUE_MS)
    expect(await due(calendar)).toMatchObject({ single: 200, total: 2 })
    expect((await history(calendar)).map(([author]) => author)).toEqual([
      'admin',
      'admin',
      'calendar',
      'calendar',
    ])
  })

  it.each(['as it was left', 'of a build that stored no date'])(
    'finds at its start what came due in a store %s',
    async (left) => {
      const { ports } = await scheduled()
      if (left !== 'as it was left')
        await ports.datastore.batch([{ type: 'delete', key: keyOf('calendar/next-date') }])
      const host = wokenHost(DUE_MS + HOUR_MS)

      const opened = await calledCalendar({ ports: { ...ports, clock: host.clock, schedule: host.schedule } })
      await host.asked()
      await host.wake(DUE_MS + HOUR_MS)
      await host.wake(DUE_MS + HOUR_MS)

      expect((await history(opened)).at(-1)).toEqual(['calendar', 1])
      expect(await due(opened)).toEqual(AFTER)
    },
  )

  it('stores the first date with the commit that changes it, and no other', async () => {
    const { ports, calendar, id } = await scheduled()
    const date = async () => `${await ports.datastore.get(keyOf('calendar/next-date'))}`
    const written: number[] = []
    const asText = (text: string) => `${new TextEncoder().encode(text)}`
    expect(await date()).toBe(asText('2027-03-15 11:00:00'))

    await ports.datastore.batch([{ type: 'put', key: keyOf('calendar/next-date'), value: keyOf('other') }])
    await calendar.create('events', { ...WHEN, title: 'Other' })
    written.push((await date()) === asText('other') ? 0 : 1)
    await calendar.call({ as: 'admin', method: 'DELETE', path: `/events/${id}` })
    written.push((await date()) === asText('other') ? 0 : 1)

    expect(written).toEqual([0, 1])
    expect(await date()).toBe(asText(''))
    expect(await calendar.node.calendar.nextDueMs({ nowMs: NOW_MS, siteZone: UTC })).toBeUndefined()
  })
})
