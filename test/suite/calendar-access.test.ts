import { describe, expect, it } from 'vitest'
import { anEvent, type CalendarCall, calendar, type Login, nextName } from '../requests/calendar.ts'

describe('who calls', () => {
  it.each([
    ['editor:wrong', 'incorrect_password'],
    ['no-such-user:x', 'invalid_username'],
  ])('is told that %s is wrong, on a public read too, and is not asked for another', async (pair, code) => {
    const { status, body, headers } = await calendar('/events', {
      as: 'nobody',
      headers: { Authorization: `Basic ${btoa(pair)}` },
    })

    expect([status, body.code]).toEqual([401, code])
    expect(headers.has('WWW-Authenticate')).toBe(false)
  })

  it('may send a secret as a bearer token; an unknown bearer token means an anonymous client', async () => {
    const withBearer = (token: string): CalendarCall => ({
      as: 'nobody',
      body: anEvent(),
      headers: { Authorization: `Bearer ${token}` },
    })

    expect((await calendar('/events', withBearer('editor.secret-of-editor'))).status).toBe(201)
    expect((await calendar('/events', withBearer('foreign.token'))).status).toBe(401)
  })
})

describe('who writes', () => {
  it.each([
    ['nobody', 401, undefined],
    ['subscriber', 403, undefined],
    ['contributor', 201, 'pending'],
    ['author', 201, 'publish'],
    ['editor', 201, 'publish'],
    ['admin', 201, 'publish'],
  ] as const)('%s, by POST /events: %i', async (as, expected, published) => {
    const { status, body } = await calendar('/events', { as, body: anEvent({ status: 'publish' }) })

    expect([status, body.id === undefined ? undefined : body.status]).toEqual([expected, published])
  })

  it('is told the same of a slug in other letters', async () => {
    const { body } = await calendar('/events', { as: 'author', body: anEvent() })

    const { headers } = await calendar(`/events/by-slug/${body.slug.toUpperCase()}`, { as: 'author' })

    expect(headers.get('Allow')).toBe('GET, DELETE, POST, PUT, PATCH')
  })

  it('is checked after what was sent', async () => {
    expect((await calendar('/events', { as: 'nobody', body: {} })).status).toBe(400)
  })

  it.each(['other-author', 'contributor', 'subscriber', 'nobody'] as const)(
    '%s changes nothing of an author, by id, by slug or by name',
    async (as: Login) => {
      const name = nextName()
      const { body: venue } = await calendar('/venues', { as: 'author', body: { venue: name, city: 'Oslo' } })
      const { body: event } = await calendar('/events', { as: 'author', body: anEvent({ venue: venue.id }) })
      const change = { title: 'Taken', venue: [] }
      const refused = as === 'nobody' ? 401 : 403

      const answers = [
        await calendar(`/events/${event.id}`, { as, method: 'PATCH', body: change }),
        await calendar(`/events/by-slug/${event.slug}`, { as, method: 'PATCH', body: change }),
        await calendar(`/events/${event.id}`, { as, method: 'DELETE' }),
        await calendar(`/events/by-slug/${event.slug}`, { as, method: 'DELETE' }),
        await calendar(`/venues/${venue.id}`, { as, method: 'PUT', body: { city: 'Rome' } }),
      ]
      await calendar('/venues', { as, body: { venue: name, city: 'Rome' } })

      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => refused))
      expect((await calendar(`/events/${event.id}`)).body).toMatchObject({
        title: event.title,
        status: 'publish',
      })
      expect((await calendar(`/venues/${venue.id}`)).body.city).toBe('Oslo')
    },
  )
})

describe('a contributor', () => {
  it.each([
    ['draft', 200],
    ['pending', 200],
    ['private', 200],
    ['future', 403],
    ['publish', 403],
  ] as const)(
    'has a %s event of their own changed and put into the trash once: %i',
    async (status, expected) => {
      const { body: author } = await calendar('/events', { as: 'contributor', body: anEvent() })
      const { body } = await calendar('/events', {
        as: 'admin',
        body: anEvent({ status, author: author.author, ...(status === 'future' && { date: '2039-01-01' }) }),
      })

      const as = 'contributor'
      const read = await calendar(`/events/${body.id}`, { as })
      const changed = await calendar(`/events/${body.id}`, { as, method: 'PATCH', body: { excerpt: 'x' } })
      const first = await calendar(`/events/${body.id}`, { as, method: 'DELETE' })
      const again = await calendar(`/events/${body.id}`, { as, method: 'DELETE' })

      expect([read.status, changed.status, first.status]).toEqual([200, expected, expected])
      expect([again.status, again.body.code]).toEqual(
        expected === 200 ? [410, 'event-is-in-trash'] : [403, 'rest_forbidden'],
      )
    },
  )

  it('links and sees in events the venue that only lists show them', async () => {
    const { body: venue } = await calendar('/venues', { body: { venue: nextName(), status: 'draft' } })

    const { body } = await calendar('/events', { as: 'contributor', body: anEvent({ venue: venue.id }) })
    const found = await calendar(`/events?status=draft&venue=${venue.id}&starts_after=2030-01-01`, {
      as: 'contributor',
    })
    const foundByNobody = await calendar(`/events?venue=${venue.id}`, { as: 'nobody' })

    expect(body.venue.id).toBe(venue.id)
    expect(found.body.events[0].venue.id).toBe(venue.id)
    expect(foundByNobody.status).toBe(400)
  })
})

describe('a draft with the slug of a published event', () => {
  it('leaves the event its address, for everybody', async () => {
    const { body: draft } = await calendar('/events', {
      as: 'contributor',
      body: anEvent({ status: 'draft' }),
    })
    const { body: event } = await calendar('/events', { body: anEvent() })
    const { slug } = event
    const bySlug = `/events/by-slug/${slug}`

    const change = { method: 'PATCH', body: { slug } }
    const taken = await calendar(`/events/${draft.id}`, { as: 'contributor', ...change })
    const read = await calendar(bySlug, { as: 'nobody' })
    const changed = await calendar(bySlug, { method: 'PATCH', body: { excerpt: 'x' } })
    const published = await calendar(`/events/${draft.id}`, { method: 'PATCH', body: { status: 'publish' } })
    const removed = await calendar(bySlug, { method: 'DELETE' })

    expect([taken.status, taken.body.slug]).toEqual([200, slug])
    expect([read.status, read.body.id]).toEqual([200, event.id])
    expect([changed.status, changed.body.id]).toEqual([200, event.id])
    expect(published.body.slug).toBe(`${slug}-2`)
    expect([removed.status, removed.body.id]).toEqual([200, event.id])
  })
})

describe('a slug of nothing', () => {
  it.each([
    ['GET', 'events', 400],
    ['DELETE', 'events', 400],
    ['PATCH', 'events', 401],
    ['GET', 'venues', 400],
    ['DELETE', 'venues', 400],
    ['PATCH', 'venues', 400],
    ['PUT', 'organizers', 400],
  ])('%s /%s/by-slug/… tells nobody before it asks for a right: %i', async (method, collection, expected) => {
    const { status, body } = await calendar(`/${collection}/by-slug/${nextName()}`, {
      as: 'nobody',
      method,
      ...(method.startsWith('P') && { body: {} }),
    })

    expect(status).toBe(expected)
    expect(body.code).toBe(expected === 400 ? 'rest_invalid_param' : 'rest_forbidden')
  })
})

describe('what is in the trash', () => {
  it('has slugs of its own, by which it is found', async () => {
    const title = nextName()
    const trashed = async () => {
      const { body } = await calendar('/events', { body: anEvent({ title }) })
      return (await calendar(`/events/${body.id}`, { method: 'DELETE' })).body.slug
    }

    expect([await trashed(), await trashed()]).toEqual([`${title}__trashed`, `${title}__trashed-2`])
    const read = await calendar(`/events/by-slug/${title}__trashed`, { as: 'nobody' })
    const again = await calendar(`/events/by-slug/${title}__trashed-2`, { method: 'DELETE' })
    expect([read.status, read.body.code]).toEqual([403, 'event-no-longer-available'])
    expect([again.status, again.body.code]).toEqual([410, 'event-is-in-trash'])
  })

  it('counts as an event that a venue has, for who may see it', async () => {
    const { body: venue } = await calendar('/venues', { body: { venue: nextName() } })
    const { body: event } = await calendar('/events', { body: anEvent({ venue: venue.id }) })
    await calendar(`/events/${event.id}`, { method: 'DELETE' })

    const total = async (query: string, as: Login) =>
      (await calendar(`/venues?search=${venue.slug}&${query}`, { as })).body.total

    expect(await total('has_events=true', 'editor')).toBe(1)
    expect(await total('has_events=true', 'nobody')).toBe(0)
    expect(await total('only_with_upcoming=true', 'editor')).toBe(0)
  })
})

describe('a venue with only_with_upcoming', () => {
  it.each([
    ['publish', {}, ['nobody', 'subscriber', 'contributor', 'editor']],
    ['private', {}, ['contributor', 'editor']],
    ['draft', {}, ['contributor', 'editor']],
    ['future', { date: '2039-01-01' }, ['contributor', 'editor']],
    ['inherit', {}, []],
    ['trash', {}, []],
    ['publish', { hide_from_listings: true }, []],
    ['publish', { start_date: '2001-01-01', end_date: '2099-01-01' }, []],
  ] as const)(
    'and a %s event %o is told to those whose lists show it: %j',
    async (status, fields, seenBy) => {
      const { body: venue } = await calendar('/venues', { body: { venue: nextName() } })
      await calendar('/events', { body: anEvent({ status, venue: venue.id, ...fields }) })
      const logins = ['nobody', 'subscriber', 'contributor', 'editor'] as const
      const query = `/venues?only_with_upcoming=true&search=${venue.slug}`

      const totals = await Promise.all(logins.map(async (as) => (await calendar(query, { as })).body.total))

      expect(totals).toEqual(logins.map((as) => (seenBy.some((login) => login === as) ? 1 : 0)))
    },
  )
})

describe('the terms of a draft', () => {
  it('are told to who may see it, as those of what is private are', async () => {
    const { body: tag } = await calendar('/tags', { body: { name: nextName() } })
    const make = async (status: string) =>
      (await calendar('/events', { body: anEvent({ status, tags: [tag.id] }) })).body.id
    const [draft, secret] = [await make('draft'), await make('private')]

    for (const [name, id] of [
      ['post', draft],
      ['event', secret],
    ]) {
      const toNobody = await calendar(`/tags?${name}=${id}`, { as: 'nobody' })
      const toContributor = await calendar(`/tags?${name}=${id}`, { as: 'contributor' })

      expect([toNobody.status, Object.keys(toNobody.body.data.params)]).toEqual([400, [name]])
      expect(toContributor.body.tags).toMatchObject([{ id: tag.id, count: 0 }])
    }
  })
})

describe('who writes terms', () => {
  it.each([
    ['categories', 'nobody', 401],
    ['categories', 'subscriber', 403],
    ['categories', 'contributor', 403],
    ['categories', 'author', 201],
    ['categories', 'editor', 201],
    ['tags', 'nobody', 401],
    ['tags', 'contributor', 403],
    ['tags', 'author', 403],
    ['tags', 'editor', 201],
    ['tags', 'admin', 201],
  ] as const)('%s: %s, with %i', async (terms, as, expected) => {
    const { body: term } = await calendar(`/${terms}`, { body: { name: nextName() } })
    const changed = expected === 201 ? 200 : expected

    const { headers } = await calendar(`/${terms}/${term.id}`, { as })
    const answers = [
      await calendar(`/${terms}`, { as, body: { name: nextName() } }),
      await calendar(`/${terms}/${term.id}`, { as, method: 'PATCH', body: { description: 'Other.' } }),
      await calendar(`/${terms}/${term.id}`, { as, method: 'DELETE' }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([expected, changed, changed])
    expect(headers.get('Allow')?.includes('DELETE')).toBe(expected === 201)
  })
})

describe('pages of other origins', () => {
  it('read what anybody reads, with the totals', async () => {
    const { headers } = await calendar('/events', {
      as: 'nobody',
      headers: { Origin: 'http://app.example.test' },
    })

    expect(headers.get('Access-Control-Allow-Origin')).toBe('http://app.example.test')
    expect(headers.has('Access-Control-Allow-Credentials')).toBe(false)
    expect(headers.get('Access-Control-Expose-Headers')).toContain('X-TEC-Total')
  })

  it('write nothing without a secret', async () => {
    const name = nextName()

    const { status } = await calendar('/events', {
      as: 'nobody',
      body: anEvent({ title: name }),
      headers: { Origin: 'http://app.example.test' },
    })

    expect(status).toBe(401)
    expect((await calendar(`/events?search=${name}&starts_after=1900-01-01`)).body.total).toBe(0)
  })
})
