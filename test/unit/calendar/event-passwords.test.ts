import { describe, expect, it } from 'vitest'
import { originPolicy, tokenPolicy } from '../../../src/access/policy.ts'
import { type CalledCalendar, calledCalendar, LOGINS, type Login } from './called-calendar.ts'

const WHEN = { start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00' }

/** A calendar with two events that have a password, and an open one. */
async function locked(options?: Parameters<typeof calledCalendar>[0]) {
  const calendar = await calledCalendar(options)
  const { create, lock } = calendar
  const about = { ...WHEN, description: 'Told.', categories: ['Walks'], tags: ['Summer'] }
  const one = await create('events', { ...about, title: 'One', cost: '5' })
  const other = await create('events', { ...about, title: 'Other' })
  await create('events', { ...about, title: 'Open' })
  await lock(one, 'sesame')
  await lock(other, 'barley')
  return { ...calendar, one, other }
}

async function read({ call }: CalledCalendar, path: string, as: Login = 'nobody', headers = {}) {
  const { status, text } = await call({ as, method: 'GET', path, headers })
  return { status, body: JSON.parse(text) }
}

describe('an event with a password', () => {
  it.each(
    LOGINS.flatMap((as) =>
      ([undefined, 'wrong', 'sesame'] as const).flatMap((password) =>
        [false, true].map((isEditing) => ({ as, password, isEditing })),
      ),
    ),
  )('is read by $as with $password, editing: $isEditing', async ({ as, password, isEditing }) => {
    const calendar = await locked()
    const query = new URLSearchParams({
      ...(password !== undefined && { password }),
      ...(isEditing && { context: 'edit' }),
    })

    for (const path of [`/events/${calendar.one}`, '/events/by-slug/one']) {
      const { status, body } = await read(calendar, `${path}?${query}`, as)

      const mayRead = password === 'sesame' || (isEditing && as === 'admin')
      expect([status, mayRead ? body.description : body.code]).toEqual(
        mayRead ? [200, '<p>Told.</p>'] : [403, 'event-password-protected'],
      )
    }
  })

  it.each(LOGINS)('is shown whole in a list to %s only with its password', async (as) => {
    const calendar = await locked()
    const costs = async (query: string) => {
      const { body } = await read(calendar, `/events?${query}`, as)
      return body.events.map(({ title, cost, description, categories }: Record<string, unknown>) => {
        return [title, cost, description, (categories as []).length]
      })
    }
    const hidden = ['', '', 0]
    const shown = ['<p>Told.</p>', 1]

    expect(await costs('')).toEqual([
      ['One', ...hidden],
      ['Other', ...hidden],
      ['Open', '', ...shown],
    ])
    expect(await costs('password=sesame')).toEqual([
      ['One', '$5', ...shown],
      ['Other', ...hidden],
      ['Open', '', ...shown],
    ])
    expect(await costs('password=barley&search=other')).toEqual([['Other', '', ...shown]])
    expect((await read(calendar, '/events?password=', as)).status).toBe(400)
  })

  it('is counted by its terms, which do not lead to it', async () => {
    const calendar = await locked()
    const { body: tags } = await read(calendar, '/tags')
    const { body: categories } = await read(calendar, '/categories')
    const { body: found } = await read(calendar, '/events?tags=summer')
    const { body: own } = await read(calendar, `/tags?post=${calendar.one}`)

    expect(tags.tags).toMatchObject([{ slug: 'summer', count: 3 }])
    expect(categories.categories).toMatchObject([{ slug: 'walks', count: 3 }])
    expect(found.events).toMatchObject([{ title: 'Open' }])
    expect(own.tags).toEqual([])

    await calendar.call({ as: 'admin', method: 'DELETE', path: `/events/${calendar.one}` })
    await calendar.lock(calendar.other, '')
    expect((await read(calendar, '/tags')).body.tags).toMatchObject([{ slug: 'summer', count: 2 }])
    expect((await read(calendar, '/events?tags=summer')).body.total).toBe(2)
  })
})

describe('passwords that are guessed', () => {
  const EDGE = tokenPolicy(new Map(), ({ headers }) => headers.get('X-Source') ?? undefined)
  const from = (source: string) => ({ 'X-Source': source })

  it.each(['/events/4', '/events/by-slug/one', '/events'])(
    'close the node to who guesses them at %s, secrets of users included',
    async (path) => {
      const calendar = await locked({ policy: EDGE })
      const guess = (source: string, password: string) =>
        read(calendar, `${path}?password=${password}`, 'nobody', from(source))

      const guesses = []
      for (let at = 0; at < 11; at += 1) guesses.push((await guess('a', `guess-${at}`)).status)
      const { status, body } = await guess('a', 'sesame')

      expect(guesses).toEqual([...new Array(10).fill(path === '/events' ? 200 : 403), 429])
      expect([status, body.code]).toEqual([429, 'too_many_attempts'])
      expect((await read(calendar, '/events', 'admin', from('a'))).status).toBe(429)
      expect((await read(calendar, '/events', 'nobody', from('a'))).status).toBe(200)
      expect((await guess('b', 'sesame')).status).toBe(200)
    },
  )

  it('close it as guessed secrets of users do', async () => {
    const calendar = await locked({ policy: EDGE })
    const bad = { ...from('a'), Authorization: `Basic ${btoa('admin:wrong')}` }
    for (let at = 0; at < 10; at += 1)
      expect((await read(calendar, '/events', 'nobody', bad)).status).toBe(401)

    expect((await read(calendar, '/events', 'nobody', bad)).status).toBe(429)
    expect((await read(calendar, '/events/4?password=sesame', 'nobody', from('a'))).status).toBe(429)
  })

  it.each([
    ['on loopback', undefined],
    ['in a service worker', originPolicy('http://example.test')],
  ])('are slowed down %s, when sources are unknown, and the right one works', async (_, policy) => {
    const calendar = await locked({ ...(policy && { policy }) })
    const guess = async (password: string) => (await read(calendar, `/events/4?password=${password}`)).status
    for (let at = 0; at < 500; at += 1) await guess('wrong')

    expect(await guess('wrong')).toBe(429)
    expect(await guess('sesame')).toBe(200)
  })

  it('are no guesses where nothing has a password', async () => {
    const calendar = await calledCalendar({ policy: EDGE })
    const id = await calendar.create('events', { ...WHEN, title: 'Open' })

    for (let at = 0; at < 12; at += 1)
      expect((await read(calendar, `/events/${id}?password=x`, 'nobody', from('a'))).status).toBe(200)
  })
})
