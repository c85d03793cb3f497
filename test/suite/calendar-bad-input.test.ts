import { describe, expect, it } from 'vitest'
import { anEvent, calendar, nextName } from '../requests/calendar.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

/** Of so many inputs that the core judges the other hosts get one. */
const EVERY = 4

describe('a request that is wrong', () => {
  it('names every wrong parameter, in the order of the route', async () => {
    const { status, body } = await calendar('/events?per_page=0&page=abc&search=')

    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: 'rest_invalid_param',
      message: 'Invalid parameter(s): page, per_page, search',
      data: { params: { page: 'Invalid parameter.', per_page: 'Invalid parameter.' }, details: [] },
    })
  })

  it('names what is missing before what is wrong', async () => {
    const { status, body } = await calendar('/events', { body: { title: nextName(), status: 'bogus' } })

    expect(status).toBe(400)
    expect(body.code).toBe('rest_missing_callback_param')
    expect(body.data.params).toEqual(['start_date', 'end_date'])
  })

  it('answers 413 for a body over the limit, and stores nothing', async () => {
    const name = nextName()

    const { status } = await calendar('/events', {
      body: anEvent({ title: name, description: 'x'.repeat(2 * 1024 * 1024) }),
    })

    expect(status).toBe(413)
    expect(await found(name)).toBe(0)
  })

  it('answers 413 for a record over the limit of a block, and stores nothing', async () => {
    const name = nextName()
    const { body } = await calendar('/events', {
      body: anEvent({ title: name, description: 'x'.repeat(1_500_000) }),
    })

    const { status } = await calendar(`/events/${body.id}`, { body: { excerpt: 'x'.repeat(1_500_000) } })

    expect(status).toBe(413)
    expect(await found(name)).toBe(1)
    expect((await calendar(`/events/${body.id}`)).body.excerpt).toBe('')
    expect((await calendar(`/events/${body.id}`, { method: 'DELETE' })).status).toBe(200)
  })

  it.each(
    sampleOnHosts(
      [
        '/events?orderby[toString]=1',
        '/events?order[toString]=1&orderby=event_id',
        '/events?_fields[0][toString]=1',
        '/events?starts_after[toString]=1',
        '/venues?only_with_upcoming[0][toString]=1',
        '/venues?has_events[0][toString]=1',
        '/venues?_fields[toString]=1',
        '/categories?order[toString]=1',
      ],
      EVERY,
    ),
  )('answers a value that is an object with a "toString" of its own: %s', async (path) => {
    expect([200, 400]).toContain((await calendar(path)).status)
  })

  it.each(
    sampleOnHosts(
      [
        ['/events?_method[toString]=1', anEvent()],
        ['/venues', { venue: 'Somewhere', geo_lat: { toString: 'x', valueOf: 'y' } }],
        ['/events', anEvent({ venue: { venue: 'Somewhere', geo_lng: { toString: 'x' } } })],
        ['/events', anEvent({ image: { toString: 'x' } })],
        ['/events', anEvent({ start_date: { toString: 'x' } })],
        ['/events', anEvent({ cost: [{ toString: 'x' }] })],
      ],
      EVERY,
    ),
  )('refuses such a value in a body: %s %j', async (path, body) => {
    expect([201, 400, 404]).toContain((await calendar(path, { body })).status)
  })

  it.each(['/constructor', '/__proto__', '/toString/1'])('has no route %s', async (path) => {
    const { status, body } = await calendar(path)

    expect([status, body.code]).toEqual([404, 'rest_no_route'])
  })

  it.each(['__proto__', 'constructor', 'toString'])('is not ordered by %s', async (word) => {
    const { status, body } = await calendar(`/events?orderby=${word}`)

    expect([status, body.code]).toEqual([200, undefined])
  })

  it('answers 400 for what is not JSON', async () => {
    const { status, body } = await calendar('/events', { body: '{"title":' })

    expect([status, body.code]).toEqual([400, 'rest_invalid_json'])
  })

  it.each(sampleOnHosts(['0000-01-01', '275760-09-13', '99999999999999', '31/12/2027'], EVERY))(
    'takes %s for no date',
    async (date) => {
      const name = nextName()

      const { status, body } = await calendar('/events', { body: anEvent({ title: name, start_date: date }) })

      expect([status, Object.keys(body.data.params)]).toEqual([400, ['start_date']])
      expect(await found(name)).toBe(0)
    },
  )
})

describe('a request that asks for very much', () => {
  it.each([
    ['organizer', 'organizers', (name: string) => ({ organizer: name })],
    ['categories', 'categories', (name: string) => name],
    ['tags', 'tags', (name: string) => name],
  ] as const)(
    'is refused with the name of what has too many entries, and creates none of them: %s',
    async (field, collection, entryOf) => {
      const name = nextName()
      const entries = Array.from({ length: 301 }, (_, index) => entryOf(`${name} ${index}`))

      const { status, body } = await calendar('/events', { body: anEvent({ [field]: entries }) })
      const { body: created } = await calendar(`/${collection}?search=${name}&hide_empty=false`)

      expect([status, body.code]).toEqual([400, 'rest_invalid_param'])
      expect(body.data.params).toEqual({ [field]: 'Has over 300 entries.' })
      expect(created.total).toBe(0)
    },
  )

  it('links an organizer once that it names a thousand times', async () => {
    const { body: organizer } = await calendar('/organizers', { body: { organizer: nextName() } })

    const { status, body } = await calendar('/events', {
      body: anEvent({ organizer: new Array(1000).fill(organizer.id) }),
    })

    expect(status).toBe(201)
    expect(body.organizer.map(({ id }: { id: number }) => id)).toEqual([organizer.id])
  })

  it('gets fifty entries for a million', async () => {
    const { status, body } = await calendar('/events?per_page=1000000&starts_after=2000-01-01')

    expect(status).toBe(200)
    expect(body.events.length).toBeLessThanOrEqual(50)
    expect(body.rest_url).toContain('per_page=50')
  })

  it.each([
    ['in its address', (include: string) => calendar(`/events?include=${include}`)],
    ['in a body', (include: string) => calendar('/events?_method=GET', { body: { include } })],
    [
      'in a form',
      (include: string) =>
        calendar('/events', {
          method: 'POST',
          body: new URLSearchParams({ include }).toString(),
          headers: {
            'Content-Type': 'application/x-www-form-urlencoded',
            'X-HTTP-Method-Override': 'GET',
          },
        }),
    ],
  ])('finds one event among ten thousand ids %s', async (_, list) => {
    const { body: event } = await calendar('/events', { body: anEvent() })
    const ids = Array.from({ length: 9999 }, (_, index) => 200_000 + index)

    const { status, body } = await list([...ids, event.id].join(','))

    expect(status).toBe(200)
    expect(body.events.map(({ id }: { id: number }) => id)).toEqual([event.id])
    expect(body.total).toBe(1)
  })
})

describe('a category that would be its own ancestor', () => {
  it('has no parent then', async () => {
    const name = nextName()
    const { body: top } = await calendar('/categories', { body: { name: `top ${name}` } })
    const { body: below } = await calendar('/categories', { body: { name: `below ${name}`, parent: top.id } })

    const { status, body } = await calendar(`/categories/${top.id}`, {
      method: 'PATCH',
      body: { parent: below.id },
    })

    expect([status, body.parent]).toEqual([200, 0])
  })
})

describe('text of every kind', () => {
  it('never contains a script, from any user', async () => {
    const { body } = await calendar('/events', {
      body: anEvent({
        title: `<script>alert(1)</script>${nextName()}`,
        description: '<img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a><b>bold</b>',
      }),
    })

    expect(body.title).not.toMatch(/<script/i)
    expect(body.description).not.toMatch(/onerror|javascript:/i)
    expect(body.description).toContain('<b>bold</b>')
  })

  it('keeps marks of direction, and whole characters outside the first plane', async () => {
    const title = `\u202E${nextName()}\u{1F30A}`

    const { status, body } = await calendar('/events', { body: anEvent({ title }) })

    expect(status).toBe(201)
    expect((await calendar(`/events/${body.id}`)).body.title).toBe(title)
  })

  it.each(
    sampleOnHosts(
      [
        ['title', { title: 'x\uD800' }],
        ['description', { title: 'x', description: '\uDC00x' }],
        ['venue', { title: 'x', venue: { venue: 'x', city: '\uD83C' } }],
        ['tags', { title: 'x', tags: ['whole', 'half \uDF0A\uD83C'] }],
      ],
      EVERY,
    ),
  )('is refused when there is half a character in its %s, and nothing is stored', async (field, fields) => {
    const name = nextName()
    const title = `${name} ${fields.title}`

    const { status, body } = await calendar('/events', { body: anEvent({ ...fields, title }) })

    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', [field]])
    expect(await found(name)).toBe(0)
  })
})

async function found(name: string): Promise<number> {
  return (await calendar(`/events?starts_after=1900-01-01&search=${name}`)).body.total
}
