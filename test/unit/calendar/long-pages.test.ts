import { describe, expect, it } from 'vitest'
import { calledCalendar } from './called-calendar.ts'
import { eventRecord, organizerRecord } from './records.ts'

const LONG = 'x'.repeat(1_900_000)

describe('a page of events with long organizers', () => {
  it('is refused when it would be over 16 MiB, and shorter pages are not', async () => {
    const { create, call } = await calledCalendar()
    const organizer = await create('organizers', { organizer: 'Long' })
    for (let at = 0; at < 9; at += 1) {
      const dates = { start_date: '2028-01-01 10:00:00', end_date: '2028-01-01 11:00:00' }
      await create('events', { title: `Event ${at}`, ...dates, organizer })
    }
    // At last: each answer about an event shows the organizer in full.
    const body = JSON.stringify({ description: LONG })
    await call({ as: 'admin', method: 'PATCH', path: `/organizers/${organizer}`, body })
    const get = (path: string) => call({ as: 'nobody', method: 'GET', path })

    const long = await get('/events?per_page=9')
    const short = await get('/events?per_page=2')

    expect(long.status).toBe(413)
    expect(JSON.parse(long.text)).toMatchObject({
      code: 'rest_response_too_large',
      message: expect.stringContaining('Ask for fewer items per page'),
    })
    expect(short.status).toBe(200)
    expect(JSON.parse(short.text).events.map((event: { organizer: object[] }) => event.organizer)).toEqual([
      [expect.objectContaining({ id: organizer })],
      [expect.objectContaining({ id: organizer })],
    ])
  })

  it('is refused before a write is committed', async () => {
    const { node, call } = await calledCalendar()
    const organizer = await node.calendar.write(
      async (draft) =>
        Array.from({ length: 9 }, (_, at) =>
          draft.create('organizers', organizerRecord({ name: `Long ${at}`, description: LONG })),
        ),
      { author: 'admin' },
    )
    const dates = { start_date: '2028-01-01 10:00:00', end_date: '2028-01-01 11:00:00' }
    const body = JSON.stringify({ title: 'Event', ...dates, organizer })

    const { status } = await call({ as: 'admin', method: 'POST', path: '/events', body })

    expect(status).toBe(413)
    const listed = await call({ as: 'nobody', method: 'GET', path: '/events' })
    expect(JSON.parse(listed.text).total).toBe(0)
  })
})

describe('a public page of events with long texts', () => {
  it('shows the events with the beginnings of their texts', async () => {
    const { node, read } = await calledCalendar()
    const dates = { start: '2027-03-16 10:00:00', end: '2027-03-16 11:00:00' }
    const description = '<'.repeat(600_000)
    await node.calendar.write(
      async (draft) => {
        for (let at = 0; at < 4; at += 1) {
          draft.create(
            'events',
            eventRecord({ title: `Event ${at}`, slug: `long-${at}`, ...dates, description }),
          )
        }
      },
      { author: 'admin' },
    )

    for (const path of [
      '/events/',
      '/events/2027-03-16/',
      '/events/month/2027-03/',
      '/events/?search=event',
    ]) {
      const { status, text } = await read(path)
      expect([path, status]).toEqual([path, 200])
      expect(text.length).toBeLessThan(200_000)
      expect(text).toContain('Event 0')
    }
    expect((await read('/event/long-1/')).text.length).toBeLessThan(2_600_000)
    expect((await read('/cal/events/v1/events?per_page=4')).status).toBe(413)
    expect((await read('/cal/events/v1/events?per_page=1')).status).toBe(200)
  })
})
