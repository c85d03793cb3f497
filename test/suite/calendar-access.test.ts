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

  it('may show a secret as a bearer too; a bearer token of nobody is nobody', async () => {
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

  it('is judged after what was sent', async () => {
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
