import { afterAll, describe, expect, it } from 'vitest'
import { originPolicy } from '../../src/access/policy.ts'
import { createApp } from '../../src/app.ts'
import { DEFAULT_SETTINGS } from '../../src/calendar/model/settings.ts'
import { readableRequest } from '../../web/host/readable-request.ts'
import { createTabNode } from '../../web/host/tab.ts'
import { send as sendToWorker } from '../hosts/service-worker.ts'
import { settleLedger } from '../requests/settle-ledger.ts'

afterAll(() => settleLedger(sendToWorker))

const EVENTS = '/cal/events/v1/events'
/** Written by each host in turn. All of one kind are under way at the same time. */
const EVENT_COUNT = 40

interface Shown {
  readonly id: number
  readonly slug: string
  readonly website: string
}

type Call = (path: string, body?: Readonly<Record<string, unknown>>) => Promise<Shown>

function initOf(body: Readonly<Record<string, unknown>> | undefined): RequestInit {
  if (!body) return {}
  return { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
}

async function shownBy(response: Response): Promise<Shown> {
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return response.json()
}

const worker: Call = async (path, body) => shownBy(await sendToWorker(path, initOf(body)))

/** A tab's own node over the storage that the service worker has, with the same owner. */
async function tabCalls(): Promise<Call> {
  const owner = { id: 1, login: 'you', role: 'administrator' } as const
  const app = createApp(await createTabNode(), originPolicy(location.origin), {
    calendar: { ...DEFAULT_SETTINGS, owner },
  })
  return async (path, body) => {
    const request = new Request(new URL(path, location.origin), initOf(body))
    return shownBy(await app.fetch(await readableRequest(request)))
  }
}

describe('tab and service worker, writing one calendar at once', () => {
  it('give no id twice and no slug twice, and lose no write', async () => {
    const hosts = [await tabCalls(), worker] as const
    const host = (at: number) => hosts[at % 2 === 0 ? 0 : 1]
    const title = `Written by two ${Date.now()}`
    const event = { title, start_date: '2030-05-01 10:00:00', end_date: '2030-05-01 12:00:00' }

    const created = await Promise.all(Array.from({ length: EVENT_COUNT }, (_, at) => host(at)(EVENTS, event)))
    await Promise.all(
      created.map(({ id }, at) => host(at + 1)(`${EVENTS}/${id}`, { website: `https://example.test/${at}` })),
    )

    expect(new Set(created.map(({ id }) => id)).size).toBe(EVENT_COUNT)
    expect(new Set(created.map(({ slug }) => slug)).size).toBe(EVENT_COUNT)
    for (const read of hosts) {
      const shown = await Promise.all(created.map(({ id }) => read(`${EVENTS}/${id}`)))
      expect(shown.map(({ website }) => website)).toEqual(
        created.map((_, at) => `https://example.test/${at}`),
      )
      expect(shown.map(({ slug }) => slug)).toEqual(created.map(({ slug }) => slug))
    }
  })
})
