import { afterAll } from 'vitest'
import { host, send } from '#host'
import { credentialsOf, type TEST_USERS } from '../hosts/calendar-users.ts'
import { settleLedger } from './settle-ledger.ts'

afterAll(() => settleLedger(send))

export type Login = (typeof TEST_USERS)[number]['login'] | 'nobody'

export interface CalendarCall {
  /** The editor when absent. Where the host has one owner and no users, that one calls. */
  readonly as?: Login
  readonly method?: string
  /** Sent as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** What an answer of the calendar holds; tests say which keys they mean. */
// biome-ignore lint/suspicious/noExplicitAny: answers have no types, and tests read them by name
export type CalendarBody = any

export interface CalendarAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: CalendarBody
}

/** Sends one request to the calendar of the host under test; `path` is below its root. */
export async function calendar(
  path: string,
  { as = 'editor', method, body, headers = {} }: CalendarCall = {},
): Promise<CalendarAnswer> {
  const response = await send(`/cal/events/v1${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...credentials(as),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : parsed(text) }
}

/** An event that is to come, with what a test wants of it. */
export function anEvent(fields: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  const title = `Event ${nextName()}`
  return { title, start_date: '2040-05-01 10:00:00', end_date: '2040-05-01 12:00:00', ...fields }
}

let count = 0

/** A word that no other test uses: one node serves many suites. */
export function nextName(): string {
  count += 1
  return `w${Math.trunc(performance.timeOrigin).toString(36)}${Math.trunc(performance.now() * 1000).toString(36)}x${count}`
}

/** The header of a user; none for nobody, and none where the host has no users. */
function credentials(login: Login): Readonly<Record<string, string>> {
  return login === 'nobody' || host === 'web' ? {} : credentialsOf(login)
}

/** JSON, or the text of an answer that is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
