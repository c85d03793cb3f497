import { describe, expect, it } from 'vitest'
import { send } from '#host'
import { anEvent, calendar, nextName } from '../requests/calendar.ts'

describe('POST /cal/events/v1/events', () => {
  it('creates an event with its venue, organizers and terms, which are there from then on', async () => {
    const name = nextName()
    const sent = anEvent({
      title: `Harbour walk ${name}`,
      timezone: 'Europe/Lisbon',
      start_date: '2040-08-10 09:00:00',
      end_date: '2040-08-10 11:30:00',
      description: 'Meet at the *pier*.',
      cost: '€8',
      categories: [`Walks ${name}`],
      tags: [`summer-${name}`],
      venue: { venue: `Old pier ${name}`, city: 'Lisbon', country: 'Portugal' },
      organizer: [{ organizer: `Walk club ${name}`, email: 'walk@example.test' }],
      featured: true,
    })

    const { status, body: created } = await calendar('/events', { body: sent })
    const { body: read } = await calendar(`/events/${created.id}`)

    expect(status).toBe(201)
    expect(created).toMatchObject({
      status: 'publish',
      slug: `harbour-walk-${name}`,
      utc_start_date: '2040-08-10 08:00:00',
      timezone_abbr: 'WEST',
      cost: '€8',
      featured: true,
      venue: { venue: `Old pier ${name}`, city: 'Lisbon' },
      organizer: [{ organizer: `Walk club ${name}`, email: 'walk@example.test' }],
      categories: [{ name: `Walks ${name}`, count: 1 }],
      tags: [{ name: `summer-${name}` }],
    })
    expect(created).not.toHaveProperty('json_ld')
    expect(read).toMatchObject({ id: created.id, json_ld: { '@type': 'Event' } })
    expect((await calendar(`/venues/${created.venue.id}`)).body.city).toBe('Lisbon')
    expect(
      (await calendar(`/events?starts_after=2040-01-01&categories=walks-${name}`)).body.events,
    ).toMatchObject([{ id: created.id }])
  })

  it('reads a form, and a body before the query', async () => {
    const name = nextName()
    const form = new URLSearchParams({ ...anEvent({ title: `Form ${name}` }) } as Record<string, string>)

    const { status, body } = await calendar(`/events?title=Query&website=http://query.example.test`, {
      method: 'POST',
      body: form.toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })

    expect(status).toBe(201)
    expect(body).toMatchObject({ title: `Form ${name}`, website: 'http://query.example.test' })
  })
})

describe('a list with numbers in brackets', () => {
  it('has what is sent of it, in a form', async () => {
    const name = nextName()
    const { body: organizer } = await calendar('/organizers', { body: { organizer: name } })
    const dates = 'start_date=2040-05-01&end_date=2040-05-01'
    const lists = `categories[0]=a${name}&categories[5]=b${name}&tags[3]=c${name}&tags[]=d${name}`

    const { status, body } = await calendar('/events', {
      method: 'POST',
      body: `title=${name}&${dates}&${lists}&organizer[2]=${organizer.id}&organizer[7][organizer]=e${name}`,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })

    expect([status, body.data]).toEqual([201, undefined])
    expect(body.categories).toMatchObject([{ name: `a${name}` }, { name: `b${name}` }])
    expect(body.tags).toMatchObject([{ name: `c${name}` }, { name: `d${name}` }])
    expect(body.organizer).toMatchObject([{ organizer: name }, { organizer: `e${name}` }])
  })

  it('has what is sent of it, in a query', async () => {
    const name = nextName()
    const { body: event } = await calendar('/events', { body: anEvent({ tags: [name] }) })
    const [tag] = event.tags

    for (const query of [`tags[4]=${name}`, `tags[1]=${tag.id}&tags[]=${name}`, `include[3]=${event.id}`]) {
      const { status, body } = await calendar(`/events?starts_after=2040-01-01&${query}`)

      expect([query, status, body.events?.map(({ id }: { id: number }) => id)]).toEqual([
        query,
        200,
        [event.id],
      ])
    }
  })
})

describe('PATCH /cal/events/v1/events/{id}', () => {
  it('keeps what is not sent', async () => {
    const before = await created({
      cost: '$5',
      all_day: true,
      featured: true,
      timezone: 'Asia/Tokyo',
      status: 'draft',
    })

    const { status, body } = await calendar(`/events/${before.id}`, {
      method: 'PATCH',
      body: { excerpt: 'New.' },
    })

    const { modified, modified_utc, excerpt, ...kept } = before
    expect(status).toBe(200)
    expect(body).toMatchObject(kept)
    expect(body.excerpt).toBe('<p>New.</p>')
  })

  it('moves a start alone, and an end that would come before it with it', async () => {
    const { id } = await created({ timezone: 'America/New_York' })

    const { body } = await calendar(`/events/${id}`, {
      method: 'PATCH',
      body: { start_date: '2040-06-01 20:00:00' },
    })

    expect(body).toMatchObject({
      start_date: '2040-06-01 20:00:00',
      end_date: '2040-06-01 20:00:00',
      utc_start_date: '2040-06-02 00:00:00',
      utc_end_date: '2040-06-02 00:00:00',
    })
  })

  it('removes the venue and the organizers for empty lists', async () => {
    const name = nextName()
    const { id } = await created({ venue: { venue: name }, organizer: [{ organizer: name }] })

    const { body } = await calendar(`/events/${id}`, { method: 'PATCH', body: { venue: [], organizer: [] } })

    expect(body).toMatchObject({ venue: [], organizer: [] })
  })

  it('looks up by the path alone, and stores a sent slug', async () => {
    const [one, other, name] = [await created(), await created(), nextName()]

    const byId = await calendar(`/events/${one.id}`, { method: 'PUT', body: { id: other.id, title: name } })
    const bySlug = await calendar(`/events/by-slug/${one.slug}`, {
      method: 'PATCH',
      body: { slug: `new-${name}` },
    })

    expect(byId.body).toMatchObject({ id: one.id, title: name })
    expect(bySlug.body).toMatchObject({ id: one.id, slug: `new-${name}` })
    expect((await calendar(`/events/by-slug/${one.slug}`)).status).toBe(400)
    expect((await calendar(`/events/by-slug/new-${name}`)).body.id).toBe(one.id)
  })
})

describe('DELETE /cal/events/v1/events/{id}', () => {
  it('moves to the trash, once, and an update brings it back', async () => {
    const { id, slug } = await created()

    const first = await calendar(`/events/${id}`, { method: 'DELETE' })
    const second = await calendar(`/events/${id}`, { method: 'DELETE' })
    const gone = await calendar(`/events/${id}`)
    const back = await calendar(`/events/${id}`, { method: 'PATCH', body: { status: 'publish' } })

    expect(first.body).toMatchObject({ status: 'trash', slug: `${slug}__trashed` })
    expect([second.status, second.body.code]).toEqual([410, 'event-is-in-trash'])
    expect([gone.status, gone.body.code]).toEqual([403, 'event-no-longer-available'])
    expect(back.body).toMatchObject({ status: 'publish', slug })
  })

  it('of an organizer leaves the other organizers of its events', async () => {
    const [one, other] = [nextName(), nextName()]
    const { id, organizer } = await created({ organizer: [{ organizer: one }, { organizer: other }] })

    await calendar(`/organizers/${organizer[0].id}`, { method: 'DELETE' })
    const { body } = await calendar(`/events/${id}`)

    expect(body.organizer).toMatchObject([{ organizer: other }])
  })
})

describe('every route', () => {
  it('picks fields, wraps, calls back, and takes other methods and letters', async () => {
    const { id } = await created()

    expect((await calendar(`/events/${id}?_fields=id,venue`)).body).toEqual({ id, venue: [] })
    expect((await calendar(`/events/${id}?_envelope=1&_fields=id`)).body).toMatchObject({
      body: { id },
      status: 200,
    })
    expect((await calendar(`/events/999999999?_envelope=1`)).body).toMatchObject({ status: 404 })
    expect((await calendar(`/events/${id}?_jsonp=cb&_fields=id`)).body).toBe(`/**/cb({"id":${id}})`)
    expect((await calendar(`/Events/0${id}/?_fields=id`)).body).toEqual({ id })
    expect((await calendar(`/events/${id}?_method=GET&_fields=id`, { method: 'POST' })).body).toEqual({ id })
    const overridden = { method: 'POST', headers: { 'X-HTTP-Method-Override': 'DELETE' } }
    expect((await calendar(`/events/${id}`, overridden)).body).toMatchObject({ id, status: 'trash' })
  })

  it('answers HEAD without a body, and OPTIONS with what the route takes', async () => {
    const head = await send('/cal/events/v1/events?per_page=1', { method: 'HEAD' })
    const options = await calendar('/venues', { method: 'OPTIONS' })

    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(head.headers.get('X-TEC-Total')).toMatch(/^\d+$/)
    expect(options.body).toMatchObject({ namespace: 'cal/events/v1', methods: ['GET', 'POST'] })
  })

  it.each([
    ['PUT', '/events'],
    ['DELETE', '/categories'],
    ['POST', '/doc'],
    ['GET', '/nothing'],
    ['GET', '/events/abc'],
    ['GET', '/events/-1'],
    ['GET', '/events/by-slug/'],
    ['GET', '/categories/by-slug/music'],
  ])('answers 404 for %s %s', async (method, path) => {
    const { status, body } = await calendar(path, { method })

    expect([status, body.code]).toEqual([404, 'rest_no_route'])
  })
})

async function created(fields: Readonly<Record<string, unknown>> = {}) {
  const { status, body } = await calendar('/events', { body: anEvent(fields) })
  expect(status).toBe(201)
  return body
}
