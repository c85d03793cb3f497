import { describe, expect, it } from 'vitest'
import { anEvent, type CalendarBody, calendar, nextName } from '../requests/calendar.ts'

describe('answers of the calendar', () => {
  it('leave an empty list of what no field was picked from', async () => {
    const { id } = await created({ venue: { venue: `Hall ${nextName()}` } })

    expect((await calendar(`/events/${id}?_fields=nothing`)).body).toEqual([])
    expect((await calendar(`/events/${id}?_fields=venue.nothing`)).body).toEqual({ venue: [] })
    expect((await calendar(`/events?per_page=1&_fields=nothing`)).body).toEqual([])
  })

  it('say that they differ by origin, with any caller', async () => {
    const nobodys = await calendar('/events', { as: 'nobody' })
    const bearers = await calendar('/events', { as: 'nobody', headers: { Authorization: 'Bearer unknown' } })
    const editors = await calendar('/events', { headers: { Origin: 'http://app.example.test' } })

    for (const { status, headers } of [nobodys, bearers, editors])
      expect([status, headers.get('Vary')]).toEqual([200, 'Origin'])
  })
})

describe('an event', () => {
  it('shows its website escaped', async () => {
    const { id, website } = await created({ website: `http://a.example.test/?a=1&b="<'>"` })

    expect(website).toBe('http://a.example.test/?a=1&amp;b=&quot;&lt;&#039;&gt;&quot;')
    expect((await calendar(`/events/${id}`)).body.website).toBe(website)
  })

  it.each([`http://a.example.test/?a=1&b="<'>"`, 'http://a.example.test/?a=1&copy=2'])(
    'keeps its website %j when that is sent back as it is printed',
    async (sent) => {
      const { id, website } = await created({ website: sent })

      for (const method of ['PATCH', 'PUT']) {
        const { body } = await calendar(`/events/${id}`, { method, body: { website } })
        expect(body.website).toBe(website)
      }
      const { body: other } = await calendar('/events', { body: anEvent({ website }) })
      expect(other.website).toBe(website)
    },
  )

  it('is modified when it was published, in both clocks that were sent', async () => {
    const dates = { date: '2030-01-05 08:00:00', date_utc: '2020-01-05 09:00:00' }

    const { id, ...event } = await created(dates)
    const changed = await calendar(`/events/${id}`, { method: 'PATCH', body: { excerpt: 'More.' } })

    expect(event).toMatchObject({
      ...dates,
      status: 'publish',
      modified: dates.date,
      modified_utc: dates.date_utc,
    })
    expect(changed.body).toMatchObject(dates)
    expect(changed.body.modified > '2020-01-05').toBe(true)
    expect(changed.body.modified).not.toBe(dates.date)
  })

  it.each<[unknown, object | undefined]>([
    ['25', { price: 25 }],
    ['€15.50', { price: 15.5 }],
    ['0.00', { price: 0 }],
    ['Free', { price: 0 }],
    [
      '10-20',
      { price: 10, priceSpecification: { '@type': 'PriceSpecification', minPrice: 10, maxPrice: 20 } },
    ],
    ['Donation', { price: undefined }],
    ['', undefined],
  ])('tells search engines the cost %j as a number', async (cost, expected) => {
    const { id } = await created({ cost })

    const { json_ld: about } = (await calendar(`/events/${id}`)).body

    if (expected) expect({ price: undefined, ...about.offers }).toMatchObject(expected)
    else expect(about.offers).toBeUndefined()
  })

  it.each([0, '', null])('takes data of a venue and of an organizer whose id is %j', async (id) => {
    const name = nextName()

    const event = await created({
      venue: { id, venue: `Hall ${name}` },
      organizer: [{ id, organizer: `Club ${name}` }],
    })

    expect(event.venue.venue).toBe(`Hall ${name}`)
    expect(event.organizer).toMatchObject([{ organizer: `Club ${name}` }])
  })
})

describe('a list of events', () => {
  it('has those that include names by publication, whatever their start and order', async () => {
    const late = await created({ start_date: '2041-05-01', end_date: '2041-05-02', date: '2020-01-01' })
    const early = await created({ date: '2020-01-03' })
    const middle = await created({ start_date: '2040-07-01', end_date: '2040-07-02', date: '2020-01-02' })

    const { body } = await calendar(`/events?include=${early.id},${middle.id},${late.id}`)

    expect(body.events.map(({ id }: CalendarBody) => id)).toEqual([late.id, middle.id, early.id])
  })

  it.each(['categories', 'tags'])('has links that keep one name of %s with a comma', async (terms) => {
    const name = `Food, drink ${nextName()}`
    const events = [await created({ [terms]: [name] }), await created({ [terms]: [name] })]
    const query = `starts_after=2040-01-01&status=publish&per_page=1&${terms}[]=${encodeURIComponent(name)}`

    const { body: first } = await calendar(`/events?${query}`)
    const next = await calendar(String(first.next_rest_url).replace(/^.*\/v1/, ''))

    expect([first.events[0].id, next.status, next.body.events?.[0].id]).toEqual([
      events[0]?.id,
      200,
      events[1]?.id,
    ])
  })

  it('finds words with commas between them', async () => {
    const name = nextName()
    const { id } = await created({ title: `Night of jazz, ${name}` })

    const { body } = await calendar(`/events?start_date=2040-01-01&end_date=2041-01-01&search=${name},jazz`)

    expect(body.events).toMatchObject([{ id }])
  })
})

describe('lists', () => {
  it.each([
    ['events', (name: string) => anEvent({ title: name }), '&start_date=2040-01-01&end_date=2041-01-01'],
    ['venues', (name: string) => ({ venue: name }), ''],
    ['organizers', (name: string) => ({ organizer: name }), ''],
  ])('lead from a page of %s to the next and back by their own links', async (kind, record, window) => {
    const name = nextName()
    for (let made = 0; made < 2; made += 1)
      expect((await calendar(`/${kind}`, { body: record(`${name} ${made}`) })).status).toBe(201)

    const first = await calendar(`/${kind}?search=${name}&per_page=1${window}`)
    const second = await calendar(pathOf(first.body.next_rest_url))
    const back = await calendar(pathOf(second.body.previous_rest_url))

    expect([first.status, second.status, back.status]).toEqual([200, 200, 200])
    expect([first.body.total, second.body.total]).toEqual([2, 2])
    expect(second.body[kind]).not.toEqual(first.body[kind])
    expect(back.body[kind]).toEqual(first.body[kind])
  })
})

/** Of an address of the calendar, below its root. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address)
  return pathname.slice('/cal/events/v1'.length) + search
}

async function created(fields: Readonly<Record<string, unknown>>): Promise<CalendarBody> {
  const { status, body } = await calendar('/events', { body: anEvent(fields) })
  expect(status).toBe(201)
  return body
}
