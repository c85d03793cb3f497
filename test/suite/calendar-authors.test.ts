import { describe, expect, it } from 'vitest'
import { host, send } from '#host'
import { TEST_USERS } from '../hosts/calendar-users.ts'
import { anEvent, calendar, type Login, nextName } from '../requests/calendar.ts'

/** In a browser everybody is its owner, an administrator, and there is no other user. */
const isOwned = host === 'web'
const OWNER_ID = 1

const USERS: readonly Login[] = TEST_USERS.map(({ login }) => login)
/** No call carries a login where there are no users: the calls of all of them would be the same. */
const LOGINS: readonly Login[] = isOwned ? ['nobody'] : ['nobody', ...USERS]
const ROLE_OF = new Map<Login, string>(TEST_USERS.map(({ login, role }) => [login, role]))
const idOf = (login: Login) => (isOwned ? OWNER_ID : TEST_USERS.find((user) => user.login === login)?.id)

/** What a caller writes, with an author in it; each names the author that the answer shows. */
const WRITES = {
  'an event': (author: unknown) => ({ path: '/events', body: anEvent({ author }) }),
  'a venue': (author: unknown) => ({ path: '/venues', body: { venue: nextName(), author } }),
  'an organizer': (author: unknown) => ({ path: '/organizers', body: { organizer: nextName(), author } }),
  'an event with a venue': (author: unknown) => ({
    path: '/events',
    body: anEvent({ venue: { venue: nextName(), author } }),
  }),
  'an event with an organizer': (author: unknown) => ({
    path: '/events',
    body: anEvent({ organizer: [{ organizer: nextName(), author }] }),
  }),
} as const

const ROWS = Object.keys(WRITES).flatMap((what) =>
  LOGINS.flatMap((as) =>
    (['nobody named', 'self', 'other'] as const).map((author) => ({
      what: what as keyof typeof WRITES,
      as,
      author,
    })),
  ),
)

/** Written as a person would say it, and not as the code is. */
function expectedStatus(as: Login, author: 'nobody named' | 'self' | 'other'): number {
  if (isOwned) return author === 'other' ? 400 : 201
  const role = ROLE_OF.get(as)
  if (role === undefined) return 401
  if (role === 'subscriber') return 403
  if (author === 'other') return role === 'editor' || role === 'administrator' ? 201 : 403
  return 201
}

describe('the author of what is written', () => {
  it.each(ROWS)('$what by $as, in the name of: $author', async ({ what, as, author }) => {
    const other = as === 'author' ? 6 : 3
    const named = { 'nobody named': undefined, self: idOf(as) ?? 3, other }[author]
    const request = WRITES[what](named)

    const { status, body } = await calendar(request.path, { as, body: request.body })

    expect([status, status === 403 && author === 'other' && as !== 'subscriber' ? body.code : '']).toEqual([
      expectedStatus(as, author),
      !isOwned && status === 403 && author === 'other' && as !== 'subscriber' ? 'rest_cannot_create' : '',
    ])
    if (status !== 201) return
    const written = { 'an event with a venue': body.venue, 'an event with an organizer': body.organizer?.[0] }
    expect(Number((Reflect.get(written, what) ?? body).author)).toBe(named ?? idOf(as))
  })

  it.each(LOGINS)('of an event that %s has made stays, or is changed by who may', async (as) => {
    const mayOther = ['editor', 'administrator'].includes(ROLE_OF.get(as) ?? '')
    const status = as === 'contributor' ? 'draft' : 'publish'
    const { body: event } = await calendar('/events', {
      body: anEvent({ status, ...(!isOwned && { author: idOf(as) ?? 3 }) }),
    })
    const patch = (author: number | undefined) =>
      calendar(`/events/${event.id}`, { as, method: 'PATCH', body: { author } })

    const self = await patch(idOf(as) ?? 3)
    const other = await patch(as === 'author' ? 6 : 3)
    const { body: read } = await calendar(`/events/${event.id}`)

    const mayWrite = isOwned || ['contributor', 'author', 'other-author', 'editor', 'admin'].includes(as)
    const refused = as === 'nobody' ? 401 : 403
    expect(self.status).toBe(mayWrite ? 200 : refused)
    expect(other.status).toBe(isOwned ? 400 : mayOther ? 200 : refused)
    expect(Number(read.author)).toBe(mayOther && !isOwned ? 3 : Number(event.author))
  })

  it('is not asked of data that names a venue by its id', async () => {
    const { body: venue } = await calendar('/venues', { body: { venue: nextName() } })

    const { status } = await calendar('/events', {
      as: 'author',
      body: anEvent({ venue: { id: venue.id, author: 6 } }),
    })

    expect(status).toBe(201)
  })
})

describe('a secret that is wrong', () => {
  it.each(LOGINS)('of %s opens nothing, a public read neither', async (login) => {
    for (const [method, path] of [
      ['GET', '/events'],
      ['POST', '/events'],
      ['DELETE', '/venues/1'],
    ] as const) {
      const response = await send(`/cal/events/v1${path}`, {
        method,
        headers: { Authorization: `Basic ${btoa(`${login}:wrong`)}`, 'Content-Type': 'application/json' },
        ...(method === 'POST' && { body: JSON.stringify(anEvent()) }),
      })
      const { code } = await response.json()

      const isUser = !isOwned && login !== 'nobody'
      expect([response.status, code]).toEqual([401, isUser ? 'incorrect_password' : 'invalid_username'])
    }
  })
})
