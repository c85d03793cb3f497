import { type AccessPolicy, loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { makeUser } from '../../../src/calendar/access/users.ts'
import { makeDescription } from '../../../src/descriptions.ts'
import { seededRandom } from '../../../src/memory/seeded-random.ts'
import type { Ports, StorageNode } from '../../../src/node/create.ts'
import { handClock } from '../hand-clock.ts'
import { memoryNode } from '../memory-ports.ts'

export const LOGINS = ['admin', 'author', 'contributor', 'subscriber', 'nobody'] as const

export type Login = (typeof LOGINS)[number]

export interface Call {
  readonly as: Login
  readonly method: string
  /** Below the root of the calendar. */
  readonly path: string
  readonly body?: string | ReadableStream<Uint8Array>
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Aborted when the client is gone. */
  readonly signal?: AbortSignal
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export interface CalledCalendar {
  readonly node: StorageNode
  /** Lets so much time pass, unless the ports have a clock of their own. */
  move(durationMs: number): Promise<void>
  call(call: Call): Promise<Answer>
  /** An anonymous GET of any path of the node. */
  read(path: string): Promise<Answer>
  /** Creates something as the administrator, and returns its id. */
  create(collection: string, fields: object): Promise<number>
  /** Gives an event a password, which the API cannot. */
  lock(id: number, password: string): Promise<void>
}

export const NOW_MS = Date.parse('2027-03-15T10:00:00Z')

const ROLES = [
  { id: 1, login: 'admin', role: 'administrator' },
  { id: 2, login: 'author', role: 'author' },
  { id: 3, login: 'contributor', role: 'contributor' },
  { id: 4, login: 'subscriber', role: 'subscriber' },
] as const

/** A fresh calendar in memory, called through its routes; time does not pass, or goes by `ports.clock`. */
export async function calledCalendar({
  siteZone = 'UTC',
  policy = loopbackPolicy(),
  ports = {},
}: {
  readonly siteZone?: string
  readonly policy?: AccessPolicy
  readonly ports?: Partial<Ports>
} = {}): Promise<CalledCalendar> {
  const clock = handClock(NOW_MS)
  const node = await memoryNode({ clock, ...ports }, { siteZone })
  const random = seededRandom(2)
  const users = await Promise.all(ROLES.map((user) => makeUser({ ...user, secret: user.login, random })))
  const app = createApp(node, policy, {
    calendar: { users, perPage: 10 },
    readDescription: makeDescription,
  })
  const call = async ({
    as,
    method,
    path,
    body,
    type = 'application/json',
    headers,
    signal,
  }: Call): Promise<Answer> => {
    const response = await app.fetch(
      new Request(`http://example.test/cal/events/v1${path}`, {
        method,
        headers: {
          ...(as !== 'nobody' && { Authorization: `Basic ${btoa(`${as}:${as}`)}` }),
          ...(body !== undefined && { 'Content-Type': type }),
          ...headers,
        },
        ...(signal && { signal }),
        ...(body !== undefined && { body, duplex: 'half' }),
      } as RequestInit),
    )
    return answerOf(response)
  }
  return {
    node,
    move: clock.move,
    call,
    read: async (path) => answerOf(await app.fetch(new Request(`http://example.test${path}`))),
    async create(collection, fields) {
      const answer = await call({
        as: 'admin',
        method: 'POST',
        path: `/${collection}`,
        body: JSON.stringify(fields),
      })
      const { id }: { id?: unknown } = JSON.parse(answer.text)
      if (answer.status !== 201 || typeof id !== 'number') throw new Error(answer.text)
      return id
    },
    lock: (id, password) =>
      node.repo.whileAdding(() =>
        node.calendar.write(
          async (draft) => {
            for (const { record } of await draft.read('events', [id]))
              draft.replace('events', id, { ...record, password })
          },
          { author: 'test' },
        ),
      ),
  }
}

async function answerOf(response: Response): Promise<Answer> {
  return { status: response.status, headers: response.headers, text: await response.text() }
}
