import { describe, expect, it } from 'vitest'
import { anEvent, type CalendarBody, calendar, nextName } from '../requests/calendar.ts'
import { ownPicture } from '../requests/own-picture.ts'

describe('the publication of an event', () => {
  it('is read in the zone of the site, whatever the zone of the event', async () => {
    const date = '2020-01-05 08:00:00'

    const plain = await created('/events', anEvent({ date }))
    const elsewhere = await created('/events', anEvent({ date, timezone: 'Asia/Tokyo' }))

    expect([elsewhere.date, elsewhere.date_utc]).toEqual([date, plain.date_utc])
  })

  it('loses its moment in UTC with the status draft; that of a venue and of an organizer stays', async () => {
    const event = await created('/events', anEvent())
    const venue = await created('/venues', { venue: nextName() })
    const organizer = await created('/organizers', { organizer: nextName() })
    const drafted = async (path: string) =>
      (await calendar(path, { method: 'PATCH', body: { status: 'draft' } })).body

    expect((await drafted(`/events/${event.id}`)).date_utc).toBe('0000-00-00 00:00:00')
    for (const [collection, { id, date, date_utc }] of [
      ['venues', venue],
      ['organizers', organizer],
    ])
      expect(await drafted(`/${collection}/${id}`)).toMatchObject({ status: 'draft', date, date_utc })
  })

  it.each(['venue', 'organizer'])('of a new %s is now where its date cannot be read', async (item) => {
    const fields = { [item]: nextName(), date: 'no date', date_utc: '31/12/2027' }

    const plain = await created(`/${item}s`, { [item]: nextName() })
    const { date, date_utc } = await created(`/${item}s`, fields)

    expect([date.slice(0, 13), date_utc.slice(0, 13)]).toEqual([
      plain.date.slice(0, 13),
      plain.date_utc.slice(0, 13),
    ])
  })

  it('is not a number, of a venue neither', async () => {
    const { status, body } = await calendar('/venues', { body: { venue: nextName(), date: 20200105 } })

    expect([status, Object.keys(body.data.params)]).toEqual([400, ['date']])
  })
})

describe('a long slug', () => {
  const longSlug = () => nextName() + 'é日'.repeat(60)

  it.each(['categories', 'tags', 'events'] as const)(
    'of %s is cut after a whole character, and numbered within 200 bytes',
    async (collection) => {
      const slug = longSlug()
      const fields = () => (collection === 'events' ? anEvent({ slug }) : { name: nextName(), slug })

      const slugs = []
      for (const _ of [1, 2, 3]) slugs.push((await created(`/${collection}`, fields())).slug)

      const [first, ...numbered] = slugs
      for (const each of slugs) {
        expect(each.length).toBeLessThanOrEqual(200)
        expect(decodeURIComponent(each).replace(/-\d$/, '')).toMatch(/^w[a-z0-9]+(e日)+e?$/)
      }
      expect(first).not.toMatch(/-\d$/)
      expect(numbered.map((each) => each.slice(-2))).toEqual(['-2', '-3'])
    },
  )

  it('of a category below others is not longer than 200 bytes either', async () => {
    const name = nextName() + 'n'.repeat(170)
    const slugs = []

    for (let [parent, level] = [0, 0]; level < 4; level++) {
      const { id, slug } = await created('/categories', { name, ...(parent > 0 && { parent }) })
      parent = id
      slugs.push(slug)
    }

    expect(new Set(slugs).size).toBe(4)
    expect(Math.max(...slugs.map((slug) => slug.length))).toBeLessThanOrEqual(200)
  })

  it('is whole again after the trash, also when the trash has it already', async () => {
    const slug = nextName() + 'a'.repeat(200)
    const trashed = []
    for (const _ of [1, 2]) {
      const event = await created('/events', anEvent({ slug }))
      trashed.push((await calendar(`/events/${event.id}`, { method: 'DELETE' })).body)
    }
    const [, last] = trashed

    const { body } = await calendar(`/events/${last.id}`, { body: { status: 'publish' } })

    expect(trashed.map((event) => event.slug.slice(200))).toEqual(['__trashed', '__trashed-2'])
    expect(body.slug).toBe(slug.slice(0, 200))
  })
})

describe('the slug of an event', () => {
  it('has nothing for line feeds and tabs in a title, and dashes for spaces, dots and slashes', async () => {
    const name = nextName()

    const { slug } = await created('/events', anEvent({ title: `Line\nbreak\tand tab a.b/c ${name}` }))

    expect(slug).toBe(`linebreakand-tab-a-b-c-${name}`)
  })

  it('is no address while the status is inherit', async () => {
    const { id, url, slug } = await created('/events', anEvent({ status: 'inherit', slug: nextName() }))

    expect(slug).not.toBe('')
    expect(url).toContain(`/?post_type=cal_events&p=${id}`)
  })
})

describe('the cost of an event', () => {
  it('reads a sign before the number as its symbol', async () => {
    const { cost, cost_details } = await created('/events', anEvent({ cost: '-5' }))

    expect(cost).toBe('-5')
    expect(cost_details).toEqual({
      currency_symbol: '-',
      currency_code: '',
      currency_position: 'prefix',
      values: ['5'],
    })
  })
})

describe('a venue of the same name', () => {
  it('shows its map again, by itself and from inside an event', async () => {
    const venue = nextName()
    const { id } = await created('/venues', { venue, show_map: 'false', show_map_link: 'false' })
    const hidden = { show_map: 'false', show_map_link: 'false' }

    const merged = await created('/venues', { venue, city: 'Oslo' })
    await calendar(`/venues/${id}`, { method: 'PATCH', body: hidden })
    const event = await created('/events', anEvent({ venue: { venue } }))
    const kept = await created('/venues', { venue, ...hidden })

    expect(merged).toMatchObject({ id, city: 'Oslo', show_map: true, show_map_link: true })
    expect(event.venue).toMatchObject({ id, city: 'Oslo', show_map: true, show_map_link: true })
    expect(kept).toMatchObject({ id, show_map: false, show_map_link: false })
  })

  it('keeps its map hidden through an update that does not name it', async () => {
    const { id } = await created('/venues', { venue: nextName(), show_map: 'false' })

    const { body } = await calendar(`/venues/${id}`, { method: 'PATCH', body: { city: 'Oslo' } })

    expect(body).toMatchObject({ city: 'Oslo', show_map: false, show_map_link: true })
  })
})

describe('an empty text', () => {
  it.each(['venue', 'organizer'])('empties the description of a %s', async (item) => {
    const { id } = await created(`/${item}s`, { [item]: nextName(), description: 'Old.' })

    const { status, body } = await calendar(`/${item}s/${id}`, { method: 'PUT', body: { description: '' } })

    expect([status, body.description]).toEqual([200, undefined])
  })

  it('as the name of a venue inside an event creates none', async () => {
    for (const body of [anEvent({ venue: { venue: '' } }), anEvent({ venue: { venue: '', city: 'Oslo' } })]) {
      const { status, body: answer } = await calendar('/events', { body })

      expect([status, answer.code]).toEqual([400, 'could-not-create-venue'])
    }
  })

  it('as the name of an organizer inside an event is a wrong parameter', async () => {
    const { status, body } = await calendar('/events', { body: anEvent({ organizer: [{ organizer: '' }] }) })

    expect([status, body.code, Object.keys(body.data.params)]).toEqual([
      400,
      'rest_invalid_param',
      ['organizer'],
    ])
  })
})

describe('an empty text on an update of an event', () => {
  it('empties description and excerpt and takes the image off, by id and by slug', async () => {
    const image = await ownPicture()
    for (const by of ['id', 'slug'] as const) {
      const { id, slug, ...event } = await created(
        '/events',
        anEvent({ description: 'Old.', excerpt: 'Short.', image }),
      )
      const path = by === 'id' ? `/events/${id}` : `/events/by-slug/${slug}`

      const title = await calendar(path, { method: 'PATCH', body: { title: 'New' } })
      const text = await calendar(path, { method: 'PATCH', body: { description: '', excerpt: '' } })
      const bare = await calendar(path, { method: 'POST', body: { image: '' } })

      expect([event.description, event.excerpt]).toEqual(['<p>Old.</p>', '<p>Short.</p>'])
      expect(title.body).toMatchObject({ description: '<p>Old.</p>', image: { width: 1, height: 1 } })
      expect(text.body).toMatchObject({ description: '', excerpt: '', image: { width: 1, height: 1 } })
      expect([bare.status, bare.body.image]).toEqual([200, false])
    }
  })

  it.each(['description', 'excerpt', 'image'])('is a wrong %s of a new one', async (name) => {
    const { status, body } = await calendar('/events', { body: anEvent({ [name]: '' }) })

    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', [name]])
  })

  it.each(['title', 'slug', 'start_date', 'status'])('is a wrong %s', async (name) => {
    const { id } = await created('/events', anEvent())

    const { status, body } = await calendar(`/events/${id}`, { method: 'PATCH', body: { [name]: '' } })

    expect([status, Object.keys(body.data.params)]).toEqual([400, [name]])
  })
})

describe('null', () => {
  it.each(['show_map', 'show_map_link', 'city', 'website', 'image'])(
    'is refused as the %s of a venue',
    async (name) => {
      const venue = nextName()

      const { status, body } = await calendar('/venues', { body: { venue, [name]: null } })

      expect([status, body.code, Object.keys(body.data?.params ?? {})]).toEqual([
        400,
        'rest_invalid_param',
        [name],
      ])
      expect((await calendar(`/venues?search=${venue}`)).body.total).toBe(0)
    },
  )

  it('as the status of a venue inside an event counts as not sent', async () => {
    const { venue } = await created('/events', anEvent({ venue: { venue: nextName(), status: null } }))

    expect(venue.status).toBe('publish')
  })
})

async function created(path: string, body: Readonly<Record<string, unknown>>): Promise<CalendarBody> {
  const answer = await calendar(path, { body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}
