import { expect, it } from 'vitest'
import { calledCalendar } from './called-calendar.ts'

it.each([
  ['venues', 'venue'],
  ['organizers', 'organizer'],
])(
  'the date of a draft in %s is that of its last change, then that of its publication',
  async (collection, item) => {
    const { call, create, move } = await calledCalendar()
    const id = await create(collection, { [item]: 'Draft', status: 'draft' })
    const patch = async (fields: object) => {
      await move(60_000)
      const path = `/${collection}/${id}`
      const { text } = await call({ as: 'admin', method: 'PATCH', path, body: JSON.stringify(fields) })
      const { date, date_utc: dateUtc } = JSON.parse(text)
      return [date, dateUtc]
    }

    expect(await patch({ phone: '1' })).toEqual(['2027-03-15 10:01:00', '0000-00-00 00:00:00'])
    expect(await patch({ status: 'publish' })).toEqual(['2027-03-15 10:02:00', '2027-03-15 10:02:00'])
    expect(await patch({ status: 'draft' })).toEqual(['2027-03-15 10:02:00', '2027-03-15 10:02:00'])
  },
)

it('a date that a draft waits for stays', async () => {
  const { call, create } = await calledCalendar()
  const id = await create('venues', { venue: 'Draft', status: 'draft', date: '2028-01-01' })

  const { text } = await call({ as: 'admin', method: 'PATCH', path: `/venues/${id}`, body: '{"phone":"1"}' })

  expect(JSON.parse(text)).toMatchObject({ status: 'draft', date: '2028-01-01 00:00:00' })
})

it('the date of a draft of an event stays', async () => {
  const { call, create, move } = await calledCalendar()
  const dates = { start_date: '2027-05-01', end_date: '2027-05-01' }
  const id = await create('events', { title: 'Draft', status: 'draft', ...dates })
  await move(60_000)

  const { text } = await call({ as: 'admin', method: 'PATCH', path: `/events/${id}`, body: '{"cost":"1"}' })

  expect(JSON.parse(text)).toMatchObject({ status: 'draft', date: '2027-03-15 10:00:00' })
})
