import { describe, expect, it } from 'vitest'
import type { Collection } from '../../../src/calendar/model/records.ts'
import { UTC } from '../../../src/calendar/time/zone.ts'
import { memoryLogger } from '../../../src/memory/memory-logger.ts'
import type { Block } from '../../../src/ports/blockstore.ts'
import { memoryPorts } from '../memory-ports.ts'
import { wokenHost } from '../schedule/woken-host.ts'
import { type CalledCalendar, calledCalendar, type Login, NOW_MS } from './called-calendar.ts'

const WHEN = { start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00' }
const DUE_MS = NOW_MS + 3_600_000
const DUE = '2027-03-15 11:00:00'

const DAMAGES = ['damaged', 'missing'] as const

/** A calendar whose records a test can damage. Each opening has empty caches. */
function damageable() {
  const logger = memoryLogger()
  const host = wokenHost(NOW_MS)
  const ports = memoryPorts({ logger, clock: host.clock })
  const { blockstore } = ports
  const intact: Block[] = []
  const open = () => calledCalendar({ ports })
  return {
    host,
    open,
    openScheduled: () => calledCalendar({ ports: { ...ports, schedule: host.schedule } }),
    async repair() {
      for (const { cid, bytes } of intact) await blockstore.replace(cid, bytes)
    },
    /** Ids of the records that the log names as left out. */
    logged: () =>
      logger.lines.filter(({ message }) => message.includes('left out')).map(({ fields }) => fields['id']),
    /** Damages the newest version of a record, and opens the calendar again. */
    async damage(
      calendar: CalledCalendar,
      { collection, id, as }: { collection: Collection; id: number; as: (typeof DAMAGES)[number] },
    ) {
      const { calendar: service } = calendar.node
      const uid = (await service.view()).row(collection, id)?.uid
      for await (const { commit } of service.commits()) {
        const after = commit.changes.find((change) => change.uid === uid)?.after
        if (!after) continue
        intact.push({ cid: after, bytes: (await blockstore.get(after)) ?? new Uint8Array() })
        if (as === 'missing') await blockstore.delete(after)
        else await blockstore.replace(after, new Uint8Array([1]))
        return open()
      }
      throw new Error('no record')
    },
  }
}

async function ask({ call }: CalledCalendar, as: Login, request: string, fields?: object) {
  const [method = 'GET', path = ''] = request.split(' ')
  const body = fields && { body: JSON.stringify(fields) }
  const { status, text } = await call({ as, method, path, ...body })
  return { status, body: JSON.parse(text) }
}

describe.each(DAMAGES)('a scheduled event whose block is %s', (as) => {
  async function due() {
    const store = damageable()
    const first = await store.open()
    const id = await first.create('events', { ...WHEN, title: 'Lost', date: DUE })
    const other = await first.create('events', { ...WHEN, title: 'Other', date: DUE })
    return { store, id, other, calendar: await store.damage(first, { collection: 'events', id, as }) }
  }

  it('stops no write and no list, and the others are published', async () => {
    const { store, id, other, calendar } = await due()
    await store.host.wake(DUE_MS)

    const list = await ask(calendar, 'nobody', 'GET /events')
    const page = await calendar.read('/events/')
    await calendar.create('events', { ...WHEN, title: 'Next' })

    expect(list).toMatchObject({ status: 200, body: { total: 1, events: [{ id: other }] } })
    expect(page.status).toBe(200)
    expect((await ask(calendar, 'nobody', `GET /events/${other}`)).body.status).toBe('publish')
    expect(store.logged()).toContain(id)
  })

  it('does not keep the host awake', async () => {
    const { store } = await due()
    const calendar = await store.openScheduled()
    await calendar.node.sequencer.anchor({ isUrgent: true }).catch(() => undefined)
    await store.host.asked()

    await store.host.wake(DUE_MS)

    expect(await calendar.node.calendar.nextDueMs({ nowMs: DUE_MS, siteZone: UTC })).toBeUndefined()
  })

  it('is published after its block was restored', async () => {
    const { store, id, calendar } = await due()
    await store.host.wake(DUE_MS)
    expect((await ask(calendar, 'nobody', `GET /events/${id}`)).status).toBe(403)

    await store.repair()
    await store.host.wake(DUE_MS + 60_000)

    expect((await ask(calendar, 'nobody', `GET /events/${id}`)).status).toBe(200)
  })
})

describe.each(DAMAGES)('a published record whose block is %s', (as) => {
  it('is left out of lists and pages, is logged once, and is no unknown record', async () => {
    const store = damageable()
    const first = await store.open()
    const venue = await first.create('venues', { venue: 'Hall' })
    const id = await first.create('events', { ...WHEN, title: 'Lost' })
    const other = await first.create('events', { ...WHEN, title: 'Other', venue })
    await store.damage(first, { collection: 'venues', id: venue, as })
    const calendar = await store.damage(first, { collection: 'events', id, as })

    const list = await ask(calendar, 'nobody', 'GET /events')
    const pages = await Promise.all(['/events/', '/events/month/2027-05/'].map(calendar.read))

    expect(list).toMatchObject({ status: 200, body: { events: [{ id: other, venue: [] }] } })
    expect((await ask(calendar, 'nobody', 'GET /venues')).body.venues).toEqual([])
    expect(pages.map(({ status }) => status)).toEqual([200, 200])
    expect(await ask(calendar, 'nobody', `GET /events/${id}`)).toMatchObject({
      status: 500,
      body: { code: 'rest_corrupt' },
    })
    expect(store.logged().toSorted()).toEqual([venue, id])
  })

  it('can be moved to the trash', async () => {
    const store = damageable()
    const first = await store.open()
    const venue = await first.create('venues', { venue: 'Hall' })
    const id = await first.create('events', { ...WHEN, title: 'Lost', tags: ['rock'] })
    await store.damage(first, { collection: 'venues', id: venue, as })
    const calendar = await store.damage(first, { collection: 'events', id, as })

    const trashed = await ask(calendar, 'admin', `DELETE /events/${id}`)
    const trashedVenue = await ask(calendar, 'admin', `DELETE /venues/${venue}`)

    expect(trashed).toMatchObject({
      status: 200,
      body: { id, status: 'trash', slug: 'lost__trashed', start_date: '2027-05-01 10:00:00' },
    })
    expect(trashed.body.tags).toMatchObject([{ name: 'rock' }])
    expect(trashedVenue).toMatchObject({ status: 200, body: { id: venue, status: 'trash', venue: 'hall' } })
  })

  it('is replaced by an update that sends all required fields, and by no other', async () => {
    const store = damageable()
    const first = await store.open()
    const venue = await first.create('venues', { venue: 'Hall', city: 'Bonn' })
    const id = await first.create('events', { ...WHEN, title: 'Lost', venue })
    await store.damage(first, { collection: 'venues', id: venue, as })
    const calendar = await store.damage(first, { collection: 'events', id, as })

    const partly = await ask(calendar, 'admin', `PATCH /events/${id}`, { title: 'Found' })
    const partlyVenue = await ask(calendar, 'admin', `PATCH /venues/${venue}`, { city: 'Bonn' })
    await ask(calendar, 'admin', `PATCH /venues/${venue}`, { venue: 'Found Hall' })
    const whole = await ask(calendar, 'admin', `PATCH /events/${id}`, { ...WHEN, title: 'Found' })

    expect([partly.status, partlyVenue.status]).toEqual([500, 500])
    expect(whole).toMatchObject({
      status: 200,
      body: { title: 'Found', slug: 'lost', venue: { id: venue, venue: 'Found Hall' } },
    })
  })

  it('keeps its password: only the trash replaces it', async () => {
    const store = damageable()
    const first = await store.open()
    const id = await first.create('events', { ...WHEN, title: 'Lost' })
    await first.lock(id, 'secret')
    const calendar = await store.damage(first, { collection: 'events', id, as })

    const whole = await ask(calendar, 'admin', `PATCH /events/${id}`, { ...WHEN, title: 'Found' })

    expect(whole.status).toBe(500)
    expect((await ask(calendar, 'admin', `DELETE /events/${id}`)).status).toBe(200)
  })
})
