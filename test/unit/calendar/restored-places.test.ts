import { describe, expect, it } from 'vitest'
import type { Datastore } from '../../../src/ports/datastore.ts'
import { memoryPorts } from '../memory-ports.ts'
import { type CalledCalendar, calledCalendar } from './called-calendar.ts'

const WHEN = { start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00' }

async function send({ call }: CalledCalendar, method: string, path: string, fields?: object) {
  const body = fields && { body: JSON.stringify(fields) }
  const { status, text } = await call({ as: 'admin', method, path, ...body })
  return { status, body: JSON.parse(text) }
}

/** A calendar whose process can be killed: its storage then accepts so many batches, and no more. */
function mortal() {
  const ports = memoryPorts()
  const { datastore } = ports
  let left = Number.POSITIVE_INFINITY
  const killed: Datastore = {
    ...datastore,
    async batch(...given) {
      if (left === 0) throw new Error('killed')
      left -= 1
      return datastore.batch(...given)
    },
  }
  return {
    open: () => calledCalendar({ ports }),
    openMortal: () => calledCalendar({ ports: { ...ports, datastore: killed } }),
    killAfter(batches: number) {
      left = batches
    },
  }
}

describe('a venue that is restored from the trash', () => {
  it('has no events, also where the process was killed before it removed their links', async () => {
    const { open, openMortal, killAfter } = mortal()
    const first = await openMortal()
    const venue = await first.create('venues', { venue: 'Hall' })
    const id = await first.create('events', { ...WHEN, title: 'Ball', venue })
    killAfter(1)
    await send(first, 'DELETE', `/venues/${venue}`)

    const opened = await open()
    expect((await opened.node.calendar.view()).row('venues', venue)?.status).toBe('trash')
    const restored = await send(opened, 'PATCH', `/venues/${venue}`, { status: 'publish' })

    expect(restored).toMatchObject({ status: 200, body: { status: 'publish', slug: 'hall' } })
    expect((await send(opened, 'GET', `/events/${id}`)).body).toMatchObject({ venue: [] })
  })

  it('has no events where the client was gone before their links were removed', async () => {
    const ports = memoryPorts()
    const gone = new AbortController()
    const datastore: Datastore = {
      ...ports.datastore,
      async batch(...given) {
        await ports.datastore.batch(...given)
        gone.abort()
      },
    }
    const first = await calledCalendar({ ports })
    const venue = await first.create('venues', { venue: 'Hall' })
    const id = await first.create('events', { ...WHEN, title: 'Ball', venue })
    const abandoned = await calledCalendar({ ports: { ...ports, datastore } })

    const { signal } = gone
    const trashed = await abandoned.call({ as: 'admin', method: 'DELETE', path: `/venues/${venue}`, signal })

    expect(trashed.status).toBe(200)
    const [event] = await first.node.calendar.view().then((view) => view.read('events', [id]))
    expect(event?.record.venue).toBeNull()
  })

  it('has no events with a password', async () => {
    const calendar = await calledCalendar()
    const venue = await calendar.create('venues', { venue: 'Hall' })
    const organizer = await calendar.create('organizers', { organizer: 'Ann' })
    const other = await calendar.create('organizers', { organizer: 'Bea' })
    const id = await calendar.create('events', {
      ...WHEN,
      title: 'Ball',
      venue,
      organizer: [organizer, other],
    })
    await calendar.lock(id, 'secret')

    for (const path of [`/venues/${venue}`, `/organizers/${organizer}`]) {
      await send(calendar, 'DELETE', path)
      await send(calendar, 'PATCH', path, { status: 'publish' })
    }

    const { body } = await send(calendar, 'GET', `/events/${id}?password=secret`)
    expect(body).toMatchObject({ venue: [], organizer: [{ id: other }] })
  })
})
