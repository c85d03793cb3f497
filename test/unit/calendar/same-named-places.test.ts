import { describe, expect, it } from 'vitest'
import { type CalledCalendar, calledCalendar, type Login } from './called-calendar.ts'

const WHEN = { start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00' }

async function post({ call }: CalledCalendar, as: Login, path: string, fields: object) {
  const { status, text } = await call({ as, method: 'POST', path, body: JSON.stringify(fields) })
  expect(status, text).toBe(201)
  return JSON.parse(text)
}

async function readByAll({ call }: CalledCalendar, id: number) {
  return JSON.parse((await call({ as: 'nobody', method: 'GET', path: `/events/${id}` })).text)
}

const SENT = { venue: 'Town Hall', address: 'Main St 1' }

describe('a venue that is sent by the name of another', () => {
  it('is no hidden draft of another user', async () => {
    const calendar = await calledCalendar()
    const draft = await post(calendar, 'contributor', '/venues', { venue: 'Town Hall' })

    const event = await post(calendar, 'author', '/events', { ...WHEN, title: 'Ball', venue: SENT })
    const venue = await post(calendar, 'author', '/venues', SENT)

    expect(venue.id).not.toBe(draft.id)
    expect(venue).toMatchObject({ status: 'publish', address: 'Main St 1' })
    expect((await readByAll(calendar, event.id)).venue).toMatchObject({ id: venue.id, address: 'Main St 1' })
  })

  it('is the published one before an older draft of the same user', async () => {
    const calendar = await calledCalendar()
    await post(calendar, 'author', '/venues', { venue: 'Town Hall', status: 'draft' })
    const published = await post(calendar, 'admin', '/venues', { venue: 'Town Hall', description: 'Old' })

    expect(await post(calendar, 'author', '/venues', SENT)).toMatchObject({
      id: published.id,
      description: '<p>Old</p>',
    })
  })

  it('is the own draft of a user who may not publish', async () => {
    const calendar = await calledCalendar()
    const draft = await post(calendar, 'contributor', '/venues', { venue: 'Town Hall' })

    const again = await post(calendar, 'contributor', '/venues', SENT)

    expect(again).toMatchObject({ id: draft.id, status: 'draft', address: 'Main St 1' })
  })

  it('is found and stored without spaces around its name', async () => {
    const calendar = await calledCalendar()
    const names = [' Hall ', 'hall', ' Hall ']

    const ids: number[] = []
    for (const venue of names) ids.push((await post(calendar, 'admin', '/venues', { venue })).id)

    expect(new Set(ids).size).toBe(1)
    const [item] = await calendar.node.calendar.view().then((view) => view.read('venues', ids.slice(0, 1)))
    expect(item?.record.name).toBe('Hall')
  })
})
