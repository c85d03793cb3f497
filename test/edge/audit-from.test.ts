import { request } from 'node:http'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_USERS } from '../hosts/calendar-users.ts'
import { type StandIn, startProxy } from '../hosts/start-proxy.ts'
import { type RunningWorkerd, startWorkerd } from '../hosts/start-workerd.ts'

/** Each of its blocks is asked for by this. */
const BLOCK = /^\/ipfs\/\w+\?format=raw$/

/** All roots are asked for by this. */
const ROOTS = /^\/ipfs\/\w+\?format=car$/

describe('an audit of one workerd by another', () => {
  let edge: RunningWorkerd
  let proxy: StandIn
  let auditor: RunningWorkerd

  beforeAll(async () => {
    edge = await startWorkerd()
    proxy = await startProxy(edge.url)
    auditor = await startWorkerd({ variables: { AUDIT_HOSTS: new URL(proxy.url).host } })
    for (let left = 3; left > 0; left -= 1) {
      await makeEvent(edge.url)
      await fetch(new URL('api/v0/ledger/anchor', edge.url), { method: 'POST' })
    }
    return async () => {
      await Promise.all([edge.stop(), auditor.stop(), proxy.stop()])
    }
  })

  beforeEach(() => proxy.intercept(() => false))

  const origin = () => new URL(proxy.url).origin

  async function audit(from = origin(), query = '') {
    const url = new URL(`api/v0/ledger/audit?from=${encodeURIComponent(from)}&${query}`, auditor.url)
    const response = await fetch(url, { method: 'POST' })
    const lines = (await response.text()).trim().split('\n')
    return JSON.parse(lines.at(-1) ?? '')
  }

  it('reads the ledger by HTTP alone and finds it true', async () => {
    const report = await audit()

    expect(report).toMatchObject({ Records: '3', Commits: 3, Done: true })
    expect(report).not.toHaveProperty('Fault')
    expect(proxy.asked.filter((path) => !BLOCK.test(path))).toEqual([
      '/tidepool/ledger/rollapp/head',
      expect.stringMatching(ROOTS),
    ])
  })

  it('calls it a fault when a block is withheld, or is another one', async () => {
    proxy.intercept((path, response) => BLOCK.test(path) && !!response.writeHead(404).end())
    expect((await audit()).Fault).toMatchObject({ Kind: 'withheld' })

    proxy.intercept((path, response) => BLOCK.test(path) && !!response.end('something else'))
    expect((await audit()).Fault).toMatchObject({ Kind: 'unreadable' })
  })

  it('is not led elsewhere', async () => {
    const elsewhere = await startProxy(edge.url)
    proxy.intercept((path, response) => !!response.writeHead(302, { Location: elsewhere.url + path }).end())

    expect((await audit()).Message).toContain('it leads to another address')
    expect(elsewhere.asked).toEqual([])
    await elsewhere.stop()
  })

  it('asks no host that AUDIT_HOSTS does not name, itself included', async () => {
    for (const from of [edge.url, auditor.url, 'http://localhost:1/', 'http://169.254.169.254/']) {
      expect((await audit(from)).Message).toBe(
        `Cannot ask "${new URL(from).origin}": AUDIT_HOSTS of this node does not name its host`,
      )
    }
  })

  it('lets go of an endless answer', async () => {
    const left = Promise.withResolvers<void>()
    proxy.intercept((path, response) => {
      if (!BLOCK.test(path)) return false
      response.on('close', () => left.resolve())
      const pour = () => {
        while (!response.destroyed && response.write(new Uint8Array(65_536)));
      }
      response.on('drain', pour)
      pour()
      return true
    })

    expect((await audit()).Fault).toMatchObject({ Kind: 'unreadable' })
    await left.promise
  })

  it('lets go of a slow answer once its time is up', async () => {
    const left = Promise.withResolvers<void>()
    let isAsked = false
    proxy.intercept((path, response) => {
      if (!BLOCK.test(path)) return false
      isAsked = true
      response.on('close', () => left.resolve())
      response.writeHead(200).write('slow')
      return true
    })

    // On a slow machine, a short time is up before a block is asked for.
    for (let seconds = 1; !isAsked; seconds *= 2)
      expect((await audit(origin(), `timeout=${seconds}s`)).Message).toBe('context deadline exceeded')
    await left.promise
  })

  // The audit gives each answer 30 seconds, and lets go after that in any case: the test ends earlier.
  it.each([
    ['before the first line', /head$/],
    ['at the roots', ROOTS],
    ['at the blocks', BLOCK],
  ])('lets go of all that it asked for when the caller leaves %s', { timeout: 25_000 }, async (_, held) => {
    const [asked, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    proxy.intercept((path, response) => {
      if (!held.test(path)) return false
      response.on('close', () => left.resolve())
      asked.resolve()
      return true
    })
    const url = new URL(`api/v0/ledger/audit?from=${encodeURIComponent(origin())}`, auditor.url)

    const caller = request(url, { method: 'POST' }).on('error', () => undefined)
    caller.end()
    await asked.promise
    // While it writes nothing, workerd notices a caller that resets its connection, not one that only closes it.
    caller.socket?.resetAndDestroy()

    await left.promise
    await expect.poll(() => underWay(auditor.url), { interval: 100 }).toEqual([0, 0, 1])
  })

  it('says that a host cannot be reached, which is no fault', async () => {
    proxy.intercept((_, response) => !!response.destroy())

    const report = await audit()

    expect(report.Message).toContain('it does not answer')
    expect(report).not.toHaveProperty('Fault')
  })
})

/** Storage operations, bytes and streams; the question itself is one stream. */
async function underWay(url: string): Promise<readonly number[]> {
  const response = await fetch(new URL('api/v0/diag/sys', url), { method: 'POST' })
  const { activity } = (await response.json()).tidepool
  return ['storage-operations', 'bytes-in-flight', 'open-streams'].map((gauge) => activity[gauge].now)
}

async function makeEvent(url: string): Promise<void> {
  const { login, secret } = TEST_USERS[1]
  const response = await fetch(new URL('cal/events/v1/events', url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${login}.${secret}` },
    body: JSON.stringify({
      title: 'Audited',
      start_date: '2040-05-01 10:00:00',
      end_date: '2040-05-01 12:00:00',
    }),
  })
  if (!response.ok) throw new Error(await response.text())
}
