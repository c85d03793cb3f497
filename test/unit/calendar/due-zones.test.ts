import { describe, expect, it } from 'vitest'
import { handClock } from '../hand-clock.ts'
import { memoryPorts } from '../memory-ports.ts'
import { wokenHost } from '../schedule/woken-host.ts'
import { type CalledCalendar, calledCalendar, NOW_MS } from './called-calendar.ts'

const WHEN = { start_date: '2028-05-01 10:00', end_date: '2028-05-01 12:00' }

/** A calendar with one scheduled event, opened again at a time and in another zone. */
async function reopened(
  dates: object,
  { before = 'UTC', after, at }: { readonly before?: string; readonly after: string; readonly at: string },
) {
  const ports = memoryPorts()
  const opened = (siteZone: string, ms: number) =>
    calledCalendar({ siteZone, ports: { ...ports, clock: handClock(ms) } })
  const first = await opened(before, NOW_MS)
  const id = await first.create('events', { ...WHEN, title: 'Soon', ...dates })
  return { calendar: await opened(after, Date.parse(at)), id }
}

/** The status of the answer to a stranger. */
async function read({ call }: CalledCalendar, id: number): Promise<number> {
  return (await call({ as: 'nobody', method: 'GET', path: `/events/${id}` })).status
}

describe('a scheduled event', () => {
  it.each([
    ['2027-03-16T11:59:59Z', 403],
    ['2027-03-16T12:00:00Z', 200],
  ])('of a site whose zone has moved east is read at %s with %i', async (at, status) => {
    const { calendar, id } = await reopened({ date: '2027-03-16 12:00:00' }, { after: 'Asia/Tokyo', at })

    expect(await read(calendar, id)).toBe(status)
    await calendar.create('tags', { name: 'Next' })

    expect(await read(calendar, id)).toBe(status)
  })

  it.each([
    ['2027-03-16T11:59:59Z', 403],
    ['2027-03-16T12:00:00Z', 200],
  ])('of a site whose zone has moved west is read at %s with %i', async (at, status) => {
    const { calendar, id } = await reopened(
      { date: '2027-03-16 12:00:00' },
      { after: 'America/New_York', at },
    )

    expect(await read(calendar, id)).toBe(status)
  })

  it.each([
    ['2027-10-31T01:29:59Z', 403],
    ['2027-10-31T01:30:00Z', 200],
  ])('of the second of two equal hours is read at %s with %i', async (at, status) => {
    const berlin = 'Europe/Berlin'
    const { calendar, id } = await reopened(
      { date_utc: '2027-10-31 01:30:00' },
      { before: berlin, after: berlin, at },
    )

    expect(await read(calendar, id)).toBe(status)
  })

  it('takes its date from `date_utc` where both are sent', async () => {
    const calendar = await calledCalendar({ siteZone: 'Europe/Berlin' })
    const body = JSON.stringify({
      ...WHEN,
      title: 'Later',
      date: '2027-01-01 00:00:00',
      date_utc: '2030-01-01 00:00:00',
    })

    const { text } = await calendar.call({ as: 'admin', method: 'POST', path: '/events', body })

    expect(JSON.parse(text)).toMatchObject({ status: 'future', date: '2030-01-01 01:00:00' })
    expect(await read(calendar, JSON.parse(text).id)).toBe(403)
  })

  it('wakes the host again at its time, where the date in the new zone comes first', async () => {
    const host = wokenHost(NOW_MS)
    const ports = memoryPorts({ clock: host.clock })
    const first = await calledCalendar({ ports })
    await first.create('events', { ...WHEN, title: 'Soon', date: '2027-03-16 12:00:00' })
    const opened = await calledCalendar({
      siteZone: 'Asia/Tokyo',
      ports: { ...ports, schedule: host.schedule },
    })
    await opened.node.sequencer.anchor({ isUrgent: true })

    await host.asked()
    await host.wake(Date.parse('2027-03-16T03:00:00Z'))

    expect(await host.asked()).toBe(Date.parse('2027-03-16T12:00:00Z'))
  })
})
