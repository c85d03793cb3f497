import { describe, expect, it } from 'vitest'
import { formatUsers } from '../../src/calendar/access/users.ts'
import { configuredUsers, credentialsOf } from '../hosts/calendar-users.ts'
import { recordedRuntimes, runStarter, temporaryFolder } from './run-starter.ts'

const USERS = formatUsers(await configuredUsers())
const HEADERS = { 'Content-Type': 'application/json', ...credentialsOf('admin') }
const MOMENT = { start_date: '2030-05-01 10:00:00', end_date: '2030-05-01 12:00:00' }
const WRITERS = 6

interface Shown {
  readonly id: number
  readonly slug: string
  readonly description: string
}

async function post(url: string, path: string, body: object): Promise<Shown> {
  const init = { method: 'POST', headers: HEADERS, body: JSON.stringify(body) }
  const response = await fetch(`${url}/cal/events/v1/${path}`, init)
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return response.json()
}

/** What each writer was told: an event it created, and the last description it gave to it. */
type Acknowledged = Map<number, Shown>

/** Creates and changes events until the node is gone; `meanwhile` runs once, after the fortieth answer. */
async function writeUntilCut(url: string, meanwhile: () => void): Promise<Acknowledged> {
  const acknowledged: Acknowledged = new Map()
  let answers = 0
  const told = (shown: Shown) => {
    acknowledged.set(shown.id, shown)
    answers += 1
    if (answers === 40) meanwhile()
  }
  const writer = async () => {
    try {
      for (;;) {
        const { id } = await post(url, 'events', { title: 'Same', ...MOMENT })
        told(await post(url, `events/${id}`, { description: `written ${id}` }))
      }
    } catch {
      // The connection is cut: that is the point.
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
  return acknowledged
}

async function allEvents(url: string): Promise<Shown[]> {
  const events: Shown[] = []
  for (let page = 1; ; page += 1) {
    const query = `start_date=2030-01-01&end_date=2031-01-01&per_page=50&page=${page}`
    const response = await fetch(`${url}/cal/events/v1/events?${query}`)
    const shown: { readonly events: Shown[]; readonly total_pages: number } = await response.json()
    events.push(...shown.events)
    if (page >= shown.total_pages) return events
  }
}

describe('after kill -9 while six clients write the calendar', () => {
  it('every acknowledged write is stored, no slug twice, and it accepts writes again', async () => {
    const dataFolder = temporaryFolder()
    const environment = { CALENDAR_USERS: USERS }
    const acknowledged: Acknowledged = new Map()
    for (let round = 0; round < 2; round += 1) {
      const starter = await runStarter({ dataFolder, environment })
      const written = await writeUntilCut(starter.url, () => {
        starter.kill('SIGKILL')
        process.kill(recordedRuntimes(dataFolder)[0]?.pid ?? 0, 'SIGKILL')
      })
      for (const [id, shown] of written) acknowledged.set(id, shown)
      await starter.ended
    }

    const last = await runStarter({ dataFolder, environment })
    const events = await allEvents(last.url)
    const again = await post(last.url, 'events', { title: 'Same', ...MOMENT })

    const held = new Map(events.map((event) => [event.id, event]))
    expect(acknowledged.size).toBeGreaterThanOrEqual(80)
    for (const [id, { slug, description }] of acknowledged) {
      expect(held.get(id)).toMatchObject({ slug, description })
    }
    expect(held.size).toBe(events.length)
    expect(new Set(events.map(({ slug }) => slug)).size).toBe(events.length)
    expect(again.id).toBeGreaterThan(Math.max(...held.keys()))
    expect(held.size - acknowledged.size).toBeLessThanOrEqual(2 * WRITERS)
  })
})
