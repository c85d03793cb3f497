import { makeUser } from '../../src/calendar/access/users.ts'
import type { CalendarUser, Role } from '../../src/calendar/model/settings.ts'
import { seededRandom } from '../../src/memory/seeded-random.ts'

/** Somebody of the calendar that suites write. */
export interface TestUser {
  readonly id: number
  readonly login: string
  readonly role: Role
  readonly secret: string
}

/** Whom every host knows that knows anybody: two of them authors, so that one can meddle with the other's. */
export const TEST_USERS = [
  { id: 1, login: 'admin', role: 'administrator', secret: 'secret-of-admin' },
  { id: 2, login: 'editor', role: 'editor', secret: 'secret-of-editor' },
  { id: 3, login: 'author', role: 'author', secret: 'secret-of-author' },
  { id: 4, login: 'contributor', role: 'contributor', secret: 'secret-of-contributor' },
  { id: 5, login: 'subscriber', role: 'subscriber', secret: 'secret-of-subscriber' },
  { id: 6, login: 'other-author', role: 'author', secret: 'secret-of-other-author' },
] as const satisfies readonly TestUser[]

/** The same users as a host is configured with. */
export function configuredUsers(): Promise<readonly CalendarUser[]> {
  const random = seededRandom(7)
  return Promise.all(TEST_USERS.map((user) => makeUser({ ...user, random })))
}

/** The header by which one of them calls. */
export function credentialsOf(login: (typeof TEST_USERS)[number]['login']): {
  readonly Authorization: string
} {
  const user = TEST_USERS.find((known) => known.login === login)
  return { Authorization: `Basic ${btoa(`${login}:${user?.secret}`)}` }
}
