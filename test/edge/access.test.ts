import { request } from 'node:http'
import type { Readable } from 'node:stream'
import { Miniflare } from 'miniflare'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { nodeUrl, WORKER_NAME, workerOptions } from '../../edge/local/worker-options.ts'
import { formatAuthorizations } from '../../src/access/authorizations.ts'
import {
  ALLOWED_ORIGIN,
  AUTHORIZATIONS,
  type Caller,
  type Case,
  expectedOutcome,
  HOSTS,
  type HostKind,
  headersOf,
  outcomeOf,
  type Stance,
  type TokenKind,
} from '../requests/access-matrix.ts'

const BINDINGS: Readonly<Record<Exclude<Stance, 'service worker'>, object>> = {
  loopback: {
    ACCESS: 'loopback',
    API_ORIGIN: ALLOWED_ORIGIN,
    API_AUTHORIZATIONS: formatAuthorizations(AUTHORIZATIONS),
  },
  deployment: {
    ACCESS: 'closed',
    API_ORIGIN: ALLOWED_ORIGIN,
    API_AUTHORIZATIONS: formatAuthorizations(AUTHORIZATIONS),
  },
  closed: { ACCESS: 'closed', API_ORIGIN: ALLOWED_ORIGIN },
}

/** Rows of the whole matrix, which the unit test goes through; these go over HTTP. */
const ROWS: readonly [Caller, TokenKind, path: string][] = [
  ['program', 'none', 'version'],
  ['program', 'bad', 'version'],
  ['program', 'expired', 'id'],
  ['program', 'right', 'id'],
  ['program', 'basic', 'repo/stat'],
  ['program', 'elsewhere', 'version'],
  ['program', 'elsewhere', 'id'],
  ['program', 'right', 'key/export'],
  ['program', 'right', 'key%2Fexport'],
  ['program', 'secrets', 'key/export'],
  ['program', 'secrets', 'id'],
  ['own page', 'right', 'id'],
  ['own page', 'secrets', 'key/rotate'],
  ['allowed page', 'right', 'id'],
  ['allowed page', 'none', 'id'],
  ['allowed page', 'secrets', 'key/export'],
  ['foreign page', 'right', 'id'],
  ['sandboxed page', 'none', 'id'],
  ['hidden page', 'right', 'id'],
]

describe.each(Object.keys(BINDINGS) as (keyof typeof BINDINGS)[])('%s, over HTTP', (stance) => {
  let url: URL

  beforeAll(async () => {
    const isLoopback = stance === 'loopback'
    const options = { ...(await workerOptions({ port: 0, isLoopback })), bindings: BINDINGS[stance] }
    const runtime = new Miniflare(options)
    url = await nodeUrl(runtime, options)
    return () => runtime.dispose()
  })

  it.each(Object.keys(HOSTS) as HostKind[])('allows calls for a %s as the rules say', async (host) => {
    const cases = ROWS.map(([caller, token, path]): Case => ({ stance, host, caller, token, path }))

    const outcomes = await Promise.all(
      cases.map(async (row) => {
        const headers = { ...headersOf(row, `http://${HOSTS[host]}`), Host: HOSTS[host] }
        return { ...row, outcome: outcomeOf(await post(new URL(`/api/v0/${row.path}`, url), headers)) }
      }),
    )

    expect(outcomes).toEqual(cases.map((row) => ({ ...row, outcome: expectedOutcome(row) })))
  })
})

describe('a deployment that is guessed at', () => {
  let url: URL

  // Each test guesses from addresses of its own.
  beforeAll(async () => {
    const runtime = silent(BINDINGS.deployment)
    url = await runtime.ready
    return () => runtime.dispose()
  })

  it('closes to the address that guesses, for the rest of a minute, and to no other', async () => {
    const ask = (token: TokenKind, address: string) => {
      const row: Case = { stance: 'deployment', host: 'public name', caller: 'program', token, path: 'id' }
      const headers = { ...headersOf(row, ''), 'CF-Connecting-IP': address }
      return post(new URL('/api/v0/id', url), headers)
    }

    const guesses = []
    for (let at = 0; at < 11; at += 1) guesses.push((await ask('bad', `2001:db8:0:1::${at}`)).status)

    expect(guesses).toEqual([...new Array(10).fill(403), 429])
    const closed = await ask('right', '2001:db8:0:1::ffff')
    expect(closed.status).toBe(429)
    expect(closed.text).toMatch(/^Too many failed attempts: try again in \d+ seconds\n$/)
    expect(Number(closed.retryAfter)).toBeGreaterThan(0)
    expect((await ask('right', '2001:db8:0:2::1')).status).toBe(200)
  })

  it('counts wrong secrets of the calendar with wrong tokens', async () => {
    const events = async (secret: string) => {
      const headers = { 'CF-Connecting-IP': '203.0.113.7', Authorization: `Basic ${btoa(`ann:${secret}`)}` }
      return (await fetch(new URL('/cal/events/v1/events', url), { headers })).status
    }

    const guesses = []
    for (let at = 0; at < 11; at += 1) guesses.push(await events(`guess-${at}`))
    const row: Case = {
      stance: 'deployment',
      host: 'public name',
      caller: 'program',
      token: 'right',
      path: 'id',
    }
    const headers = { ...headersOf(row, ''), 'CF-Connecting-IP': '203.0.113.7' }

    expect(guesses).toEqual([...new Array(10).fill(401), 429])
    expect((await post(new URL('/api/v0/id', url), headers)).status).toBe(429)
  })

  it('refuses every call when its authorizations cannot be read', async () => {
    const runtime = silent({ ACCESS: 'closed', API_AUTHORIZATIONS: '{"all":' })
    onTestFinished(() => runtime.dispose())

    expect((await post(new URL('/api/v0/version', await runtime.ready), {})).status).toBe(403)
  })
})

describe('npm start for other machines', () => {
  it('answers no path of the simulator, which would show the bucket to everybody', async () => {
    const options = await workerOptions({ port: 0, isLoopback: false })
    const runtime = new Miniflare(options)
    onTestFinished(() => runtime.dispose())
    const url = await nodeUrl(runtime, options)
    const bucket = await runtime.getR2Bucket('BLOCKS', WORKER_NAME)
    await bucket.put('files/secret', 'of the owner')
    const path = '/cdn-cgi/local/r2/public/tidepool-blocks/files/secret'

    for (const Host of ['localhost', '127.0.0.1', 'node.example']) {
      const headers = { Host, 'MF-Original-URL': `http://localhost${path}` }
      expect(await send('GET', new URL(path, url), headers)).toMatchObject({ status: 404 })
    }
  })
})

/** A Worker that others reach, without its output. */
function silent(bindings: object): Miniflare {
  return new Miniflare({
    ...workerOptions({ port: 0, isLoopback: false }),
    bindings: { ...bindings },
    handleRuntimeStdio: (stdout: Readable, stderr: Readable) => void [stdout.resume(), stderr.resume()],
  })
}

interface Answer {
  readonly status: number
  readonly text: string
  readonly retryAfter: string | undefined
}

const post = (url: URL, headers: Record<string, string>) => send('POST', url, headers)

/** By a client that sets every header, `Host` and `Origin` too. */
function send(method: 'GET' | 'POST', url: URL, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers }, async (response) => {
      let text = ''
      for await (const chunk of response.setEncoding('utf8')) text += chunk
      resolve({ status: response.statusCode ?? 0, text, retryAfter: response.headers['retry-after'] })
    })
      .on('error', reject)
      .end()
  })
}
