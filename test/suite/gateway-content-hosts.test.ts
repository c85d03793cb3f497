import { base36 } from 'multiformats/bases/base36'
import { base58btc } from 'multiformats/bases/base58'
import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import table from '../fixtures/gateway/expectations.json' with { type: 'json' }
import { storeCar, storeRecord } from '../requests/gateway-cars.ts'
import { caseAt, caseFailures, type GatewayCase, HOST_GROUPS } from '../requests/gateway-case.ts'
import { removeKeysAtEnd } from '../requests/keys.ts'
import { newKey, publish } from '../requests/names.ts'
import { directory, rawFile, type StoredTree, storeBlocks } from '../requests/stored-tree.ts'

const GATEWAY = 'localhost:5001'

let page: StoredTree
let site: StoredTree
let origin: string

beforeAll(async () => {
  page = await rawFile('<!doctype html><script src="/a/sw.js"></script>')
  const script = await rawFile('self.onfetch = () => {}')
  site = await directory({ 'index.html': page, a: await directory({ 'sw.js': script }) })
  origin = `http://${site.cid}.ipfs.${GATEWAY}`
  await storeBlocks(send, site.blocks)
})

describe('content hosts against the table of public suites', () => {
  const rows = (table.cases as readonly GatewayCase[]).filter(({ group }) => HOST_GROUPS.includes(group))

  beforeAll(async () => {
    for (const car of ['dir-listing', 'subdomain']) await storeCar(send, `gateway/cars/${car}.car`)
    for (const record of new Set(rows.flatMap(({ fixtures }) => fixtures.ipns ?? []))) {
      await storeRecord(send, record)
    }
  })

  it.each(rows.map((row) => ({ title: `${row.id}: ${row.name}`, row })))('$title', async ({ row }) => {
    expect(await caseFailures(send, caseAt(GATEWAY, row))).toEqual([])
  })
})

describe('GET at <cid>.ipfs.localhost', () => {
  it('answers with the site as its author made it: no sandbox, at its own root', async () => {
    const response = await send(`${origin}/`)

    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('text/html')
    expect(response.headers.has('Content-Security-Policy')).toBe(false)
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(response.headers.get('X-Ipfs-Path')).toBe(`/ipfs/${site.cid}/`)
    expect(await response.text()).toContain('/a/sw.js')
  })

  it('gives a site the script of its own service worker', async () => {
    const response = await send(`${origin}/a/sw.js`, { headers: { 'Service-Worker': 'script' } })

    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toContain('javascript')
  })

  it('sends a directory to its path with a slash, without the root', async () => {
    const response = await send(`${origin}/a?x=1`, { redirect: 'manual' })

    expect(response.status).toBe(301)
    expect(response.headers.get('Location')).toBe('/a/?x=1')
  })

  it('names other forms of an answer by addresses of its own', async () => {
    const response = await send(`${origin}/a/sw.js`, { headers: { Accept: 'application/vnd.ipld.raw' } })

    expect(response.headers.get('Content-Location')).toBe('/a/sw.js?format=raw')
    expect(response.headers.get('X-Ipfs-Path')).toBe(`/ipfs/${site.cid}/a/sw.js`)
  })

  it.each([
    '/api/v0/version',
    '/api/v0',
    '/cal/events/v1/events',
    '/cal/events/v1',
    '/any/chain/rollapp/params',
    '/sw.js',
    `/ipfs/${'bafkqaaa'}`,
    '/manifest.webmanifest',
  ])('has nothing of the node at %s', async (path) => {
    const response = await send(origin + path)

    expect(response.status).toBe(404)
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toMatch(/^no link named /)
  })

  it.each(['/api/v0/version', '/api/v0/repo/gc', '/cal/events/v1/events?title=x', '/'])(
    'takes no POST at %s',
    async (path) => {
      const response = await send(origin + path, { method: 'POST' })

      expect(response.status).toBe(405)
    },
  )

  it.each([(bytes: Uint8Array) => base36.encode(bytes), (bytes: Uint8Array) => `f${hex(bytes)}`])(
    'sends another spelling of a CID to the one origin it has',
    async (spell) => {
      const host = `${spell(site.cid.bytes)}.ipfs.${GATEWAY}`

      const response = await send(`http://${host}/a/?x=%20`, { redirect: 'manual' })

      expect(response.status).toBe(301)
      expect(response.headers.get('Location')).toBe(`${origin}/a/?x=%20`)
    },
  )

  it('answers 400 for a label that is no CID, and 404 for domain names', async () => {
    expect((await send(`http://nothing.ipfs.${GATEWAY}/`)).status).toBe(400)
    expect((await send(`http://x.${site.cid}.ipfs.${GATEWAY}/`)).status).toBe(400)
    expect((await send(`http://example-org.ipns.${GATEWAY}/`)).status).toBe(404)
    expect((await send(`http://example-org.ipns.${GATEWAY}/api/v0/version`)).status).toBe(404)
  })
})

describe('GET at <name>.ipns.localhost', () => {
  const PREFIX = 'gateway-content-hosts '
  removeKeysAtEnd(PREFIX)
  let name = ''
  const get = (host: string, path: string) => send(`http://${host}${path}`, { redirect: 'manual' })

  beforeAll(async () => {
    name = await newKey(`${PREFIX}site`)
    await publish(`/ipfs/${site.cid}`, { key: name, ttl: '1h' })
  })

  it('serves the site of the name, at its own root', async () => {
    const response = await get(`${name}.ipns.${GATEWAY}`, '/')

    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'public, max-age=3600'])
    expect(response.headers.has('Content-Security-Policy')).toBe(false)
    expect(response.headers.get('X-Ipfs-Path')).toBe(`/ipns/${name}/`)
    expect((await get(`${name}.ipns.${GATEWAY}`, '/api/v0/version')).status).toBe(404)
    expect((await get(`${name}.ipns.${GATEWAY}`, '/a?x=1')).headers.get('Location')).toBe('/a/?x=1')
  })

  it('sends every spelling of a name to the one origin it has', async () => {
    const bytes = base36.decode(name)
    const hash = base58btc.baseEncode(bytes.subarray(2))

    for (const [host, path] of [
      [GATEWAY, `/ipns/${name}/a/?x=1`],
      [GATEWAY, `/nms/${hash}/a/?x=1`],
      [`f${hex(bytes)}.ipns.${GATEWAY}`, '/a/?x=1'],
    ] as const) {
      const response = await get(host, path)

      expect([response.status, response.headers.get('Location')]).toEqual([
        301,
        `http://${name}.ipns.${GATEWAY}/a/?x=1`,
      ])
    }
  })

  it('serves its record', async () => {
    const response = await get(`${name}.ipns.${GATEWAY}`, '/?format=ipns-record')

    expect([response.status, response.headers.get('Content-Type')]).toEqual([
      200,
      'application/vnd.ipfs.ipns-record',
    ])
  })
})

describe('GET /ipfs/<cid> at localhost', () => {
  it('sends path and query along', async () => {
    const response = await send(`http://${GATEWAY}/ipfs/${site.cid}/a/b%20c%2525?x=1&y=%22`, {
      redirect: 'manual',
    })

    expect(response.status).toBe(301)
    expect(response.headers.get('Location')).toBe(`${origin}/a/b%20c%2525?x=1&y=%22`)
  })

  it('keeps the characters as they are that a path may have so', async () => {
    const path = '/a+b=c,d;e:f@g$h&i%25/%C3%B1'
    const response = await send(`http://${GATEWAY}/ipfs/${site.cid}${path}`, { redirect: 'manual' })

    expect(response.headers.get('Location')).toBe(`${origin}${path}`)
  })

  it('answers a part of a page where it is asked', async () => {
    const init = { headers: { 'Sec-Fetch-Mode': 'no-cors' } }

    const response = await send(`http://${GATEWAY}/ipfs/${page.cid}`, init)

    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Security-Policy')).toContain('sandbox')
  })

  it('is not led by the header of a proxy to content at the origin of the node', async () => {
    const init = { headers: { 'X-Forwarded-Host': new URL(origin).host } }

    const response = await send('/index.html', init)

    expect(await response.text()).not.toContain('/a/sw.js')
  })

  it.each(['ipfs://..//evil.example/', 'ipfs://%2e%2e//evil.example/', 'https://evil.example/', 'ipfs:///x'])(
    'answers 400 for the address %s',
    async (uri) => {
      const response = await send(`/ipfs/?uri=${encodeURIComponent(uri)}`, { redirect: 'manual' })

      expect(response.status).toBe(400)
    },
  )
})

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

it('a host of content has no /version of the node', async () => {
  expect((await send(`http://bafkqaaa.ipfs.${GATEWAY}/version`)).status).toBe(404)
})
