import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import table from '../fixtures/gateway/expectations.json' with { type: 'json' }
import { storeCar, storeRecord } from '../requests/gateway-cars.ts'
import { caseAt, caseFailures, type GatewayCase } from '../requests/gateway-case.ts'

const GATEWAY = 'localhost:5001'

const rows = (table.cases as readonly GatewayCase[]).filter(({ fixtures }) => fixtures.dnslink)

const get = (host: string, path: string, init: RequestInit = {}) =>
  send(`http://${host}${path}`, { redirect: 'manual', ...init })

beforeAll(async () => {
  const cars = new Set(rows.flatMap(({ fixtures }) => fixtures.cars ?? []))
  for (const car of [...cars, 'gateway/cars/gateway-cache.car']) await storeCar(send, car)
  const records = new Set(rows.flatMap(({ fixtures }) => fixtures.ipns ?? []))
  for (const record of records) await storeRecord(send, record)
})

describe('domain names against the table of public suites', () => {
  it.each(rows.map((row) => ({ title: `${row.id}: ${row.name}`, row })))('$title', async ({ row }) => {
    expect(await caseFailures(send, caseAt(GATEWAY, row))).toEqual([])
  })
})

describe('GET at the domain of a site', () => {
  it('answers with the site for as long as its link may be taken for true', async () => {
    const response = await get('dnslink-test.example.org', '/')

    expect([response.status, await response.text()]).toEqual([200, 'hello\n'])
    expect(response.headers.get('X-Ipfs-Path')).toBe('/ipns/dnslink-test.example.org/')
    const maxAge = Number(/^public, max-age=(\d+)$/.exec(response.headers.get('Cache-Control') ?? '')?.[1])
    expect(maxAge).toBeGreaterThan(0)
    expect(maxAge).toBeLessThanOrEqual(60)
  })

  it('serves a link with a path, and puts the path of the request behind it', async () => {
    const response = await get('dnslink-subpath.example.org', '/root3/root4/index.html')

    expect([response.status, await response.text()]).toEqual([200, 'hello\n'])
  })

  it.each(['/api/v0/version', '/version', '/cal/events/v1/events', '/sw.js', '/ipfs/bafkqaaa'])(
    'has nothing of the node at %s',
    async (path) => {
      const response = await get('dnslink-redirects-examples.example.org', path)

      expect(await response.text()).toBe('my index\n')
    },
  )

  it('takes no POST', async () => {
    const response = await get('dnslink-test.example.org', '/api/v0/version', { method: 'POST' })

    expect(response.status).toBe(405)
  })

  it.each([
    ['nothing.example.org', 404, 'is missing a DNSLink record'],
    ['several.example.org', 500, 'has more than one DNSLink record'],
    ['circle-a.example.org', 500, 'recursion limit exceeded'],
  ])('answers for %s with %i and the reason', async (host, status, reason) => {
    const response = await get(host, '/')

    expect(response.status).toBe(status)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await response.text()).toContain(reason)
  })

  it('leads to other content by the inspector of the network: there is no gateway beside the site', async () => {
    const text = await (await get('dnslink-dir-listing.example.org', '/')).text()

    expect(text).toContain('href="https://cid.ipfs.tech/#baf')
    expect(text).not.toContain('filename=')
  })
})

describe('GET at a domain name before .ipns.localhost', () => {
  it.each(['dnslink--test-example-org', 'dnslink-test.example.org', 'DNSLINK--test-example-org'])(
    'serves the site of %s',
    async (label) => {
      const response = await get(`${label}.ipns.${GATEWAY}`, '/')

      expect([response.status, await response.text()]).toEqual([200, 'hello\n'])
      expect(response.headers.get('X-Ipfs-Path')).toBe('/ipns/dnslink-test.example.org/')
    },
  )

  it.each(['nodots', '-', '--', 'a..b', '1-2-3-4'])('answers 400 for %s, which is no name', async (label) => {
    expect((await get(`${label}.ipns.${GATEWAY}`, '/')).status).toBe(400)
  })
})

describe('GET /ipns/<domain name>', () => {
  it('serves the site where the host has no subdomains', async () => {
    const response = await send('/ipns/dnslink-test.example.org')

    expect([response.status, await response.text()]).toEqual([200, 'hello\n'])
  })

  it('leads a gateway with subdomains to one label, in lower case, path and query along', async () => {
    const response = await get(GATEWAY, '/ipns/DNSLink-Test.example.org./a%20b?x=1')

    expect(response.status).toBe(301)
    expect(response.headers.get('Location')).toBe(
      `http://dnslink--test-example-org.ipns.${GATEWAY}/a%20b?x=1`,
    )
  })

  it('answers 400 for a name that one label cannot hold, and for one that is none', async () => {
    expect((await get(GATEWAY, `/ipns/${'a-'.repeat(20)}b.${'c'.repeat(30)}.example.org`)).status).toBe(400)
    expect((await get(GATEWAY, '/ipns/a..b')).status).toBe(400)
    expect((await send('/ipns/127.0.0.1')).status).toBe(400)
  })
})
