import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningWorkerd, startWorkerd } from '../hosts/start-workerd.ts'

let node: RunningWorkerd

beforeAll(async () => {
  node = await startWorkerd({ variables: { CALENDAR_USERS: '[]' } })
})
afterAll(() => node.stop())

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64)'

function create(headers: Readonly<Record<string, string>>, fields: object = {}) {
  const event = { title: 'Walk', start_date: '2040-05-01 10:00:00', end_date: '2040-05-01 12:00:00' }
  return fetch(new URL('cal/events/v1/events', node.url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ ...event, status: 'draft', ...fields }),
  })
}

describe('the calendar of a node on loopback without users', () => {
  it.each([
    ['a program', {}, 201],
    ['a page of this node', { Origin: 'own' }, 201],
    ['a page of another site', { Origin: 'https://other.example' }, 401],
    ['a page that hides its origin', { Origin: 'null' }, 401],
    ['a link of another site', { Referer: 'https://other.example/' }, 401],
    ['a browser that names no origin', { 'User-Agent': BROWSER }, 401],
    ['somebody with wrong credentials', { Authorization: `Basic ${btoa('owner:guess')}` }, 401],
  ])('answers a write of %s with %o by %i', async (_, headers, status) => {
    const own = new URL(node.url).origin
    const sent = Object.entries(headers).map(([name, value]) => [name, value === 'own' ? own : value])

    const response = await create(Object.fromEntries(sent))

    expect(response.status).toBe(status)
    await response.text()
  })

  it('shows its drafts to the same callers alone', async () => {
    await (await create({})).text()
    const drafts = async (headers: Readonly<Record<string, string>>) => {
      const path = 'cal/events/v1/events?status=draft&start_date=2040-01-01&end_date=2041-01-01'
      const answer = (await (await fetch(new URL(path, node.url), { headers })).json()) as { total?: number }
      return answer.total ?? 0
    }

    expect(await drafts({})).toBeGreaterThan(0)
    expect(await drafts({ Origin: 'https://other.example' })).toBe(0)
  })

  it('shows the page of a private event under its own names alone', async () => {
    expect((await create({}, { status: 'private', slug: 'private-walk' })).status).toBe(201)
    const under = (host: string) => statusOf(new URL('event/private-walk/', node.url), host)
    const { port } = new URL(node.url)

    expect(await under(`127.0.0.1:${port}`)).toBe(200)
    expect(await under(`localhost:${port}`)).toBe(200)
    expect(await under(`rebound.example:${port}`)).toBe(404)
  })
})

/** By a client that can name any host. */
function statusOf(url: URL, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { Host: host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
}
