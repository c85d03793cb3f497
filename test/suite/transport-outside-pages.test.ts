import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'

const FOREIGN = 'http://evil.example'
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'

let own = ''

beforeAll(async () => {
  own = new URL((await send('/api/v0/version', { method: 'POST' })).url || 'http://127.0.0.1').origin
})

/** Headers in which `own` stands for the origin of the host under test. */
const placed = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace('own', own)]))

const post = (headers: Readonly<Record<string, string>>) =>
  send('/api/v0/version', { method: 'POST', headers: placed(headers) })

describe('POST to the API with headers of a browser or of none', () => {
  it.each([
    [{}],
    [{ 'User-Agent': 'curl/8.0' }],
    [{ Origin: 'own' }],
    [{ Origin: 'own', Referer: 'own/page?x=1', 'User-Agent': BROWSER }],
    [{ Referer: 'own/', 'User-Agent': BROWSER }],
    [{ 'User-Agent': `${BROWSER} Electron/40.0` }],
  ])('answers 200 to %o', async (headers) => {
    expect((await post(headers)).status).toBe(200)
  })

  it.each([
    [{ Origin: FOREIGN }],
    [{ Origin: 'null' }],
    [{ Origin: 'own.evil.example' }],
    [{ Origin: 'own', Referer: `${FOREIGN}/` }],
    [{ Referer: `${FOREIGN}/own` }],
    [{ Referer: 'no address' }],
    [{ 'User-Agent': BROWSER }],
    [{ Origin: '', 'User-Agent': BROWSER }],
  ])('answers 403 to %o', async (headers) => {
    const response = await post(headers)

    expect([response.status, await response.text()]).toEqual([403, '403 - Forbidden\n'])
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(
      'Origin' in headers && headers.Origin === 'own' ? own : null,
    )
  })

  it('checks the method before the origin, and the origin before the path', async () => {
    const statusOf = async (method: string, path: string) =>
      (await send(path, { method, headers: { Origin: FOREIGN } })).status

    expect(await statusOf('GET', '/api/v0/version')).toBe(405)
    expect(await statusOf('POST', '/api/v0/nope')).toBe(403)
  })

  it('lets a page of an allowed origin read an answer, and an error', async () => {
    for (const path of ['/api/v0/version', '/api/v0/block/get?arg=x', '/api/v0/nope']) {
      const response = await send(path, { method: 'POST', headers: { Origin: own } })

      expect(response.headers.get('Access-Control-Allow-Origin')).toBe(own)
      expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull()
    }
  })

  it('does not mind what the agent of a client says of its version', async () => {
    expect((await post({ 'User-Agent': '/go-ipfs/0.4.0/abc' })).status).toBe(200)
  })
})

describe('a preflight', () => {
  const ask = (origin: string, method: string, headers?: string) =>
    send('/api/v0/add', {
      method: 'OPTIONS',
      headers: placed({
        Origin: origin,
        'Access-Control-Request-Method': method,
        ...(headers !== undefined && { 'Access-Control-Request-Headers': headers }),
      }),
    })
  const granted = ({ headers }: Response) =>
    ['Origin', 'Methods', 'Headers'].map((name) => headers.get(`Access-Control-Allow-${name}`))

  it.each([
    ['POST', undefined],
    ['post', 'content-type'],
    ['POST', 'Authorization, X-Requested-With,Content-Type'],
    ['POST', 'x-ipfs-anything'],
  ])('grants %s with the headers %s to an allowed origin', async (method, headers) => {
    const response = await ask('own', method, headers)

    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(granted(response)).toEqual([own, 'POST', headers ?? null])
  })

  it.each([
    [FOREIGN, 'POST', undefined],
    ['null', 'POST', undefined],
    ['own', 'GET', undefined],
    ['own', 'DELETE', 'content-type'],
    ['own', 'POST', 'content-type, x-other'],
  ])('grants nothing to %s with %s and %s', async (origin, method, headers) => {
    const response = await ask(origin, method, headers)

    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(granted(response)).toEqual([null, null, null])
  })

  it('says on what it depends', async () => {
    const response = await ask(FOREIGN, 'POST')

    expect(response.headers.get('Vary')).toMatch(
      /^Origin, ?Access-Control-Request-Method, ?Access-Control-Request-Headers$/,
    )
  })
})
