import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import records from '../fixtures/gateway/records.json' with { type: 'json' }
import { file, form } from '../requests/form.ts'
import { fromHex } from '../requests/hex.ts'
import { callKeys, removeKeysAtEnd } from '../requests/keys.ts'
import { newKey, publish } from '../requests/names.ts'
import { directory, rawFile, type StoredTree, storeBlocks } from '../requests/stored-tree.ts'

const PREFIX = 'gateway-names '
const UNPARSED = 'failed to parse peer ID: invalid cid'
removeKeysAtEnd(PREFIX)

const UNKNOWN = 'k51qzi5uqu5dgklc20hksmmzhoy5lfrn5xcnryq6xp4r50b5yc0vnivpywfu9p'

let site: StoredTree
let page: StoredTree
let name: string

beforeAll(async () => {
  page = await rawFile('gateway names')
  site = await directory({ d: await directory({ 'a.txt': page }) })
  await storeBlocks(send, site.blocks)
  name = await newKey(`${PREFIX}site`)
  await publish(`/ipfs/${site.cid}`, { key: name, lifetime: '1000h', ttl: '90m' })
})

const get = (path: string, init: RequestInit = {}) => send(path, { redirect: 'manual', ...init })
const headersOf = async (path: string, init: RequestInit = {}) => {
  const { status, headers } = await get(path, init)
  return { status, cache: headers.get('Cache-Control'), etag: headers.get('ETag'), headers }
}

describe('GET /ipns/<name>/…', () => {
  it.each(['/ipns', '/nms'])(
    'serves the content of a name of %s, for as long as its record says',
    async (mount) => {
      const response = await get(`${mount}/${name}/d/a.txt`)

      expect([response.status, await response.text()]).toEqual([200, 'gateway names'])
      expect(response.headers.get('Cache-Control')).toBe('public, max-age=5400')
      expect(response.headers.get('ETag')).toBe(`"${page.cid}"`)
      expect(response.headers.get('X-Ipfs-Path')).toBe(`/ipns/${name}/d/a.txt`)
      expect(response.headers.get('X-Ipfs-Roots')).toMatch(new RegExp(`^${site.cid},baf\\w+,${page.cid}$`))
    },
  )

  it('spares a client what it has', async () => {
    const answer = await headersOf(`/ipns/${name}/d/a.txt`, { headers: { 'If-None-Match': `"${page.cid}"` } })

    expect([answer.status, answer.cache]).toEqual([304, 'public, max-age=5400'])
  })

  it('lists a directory: links to names below the name, links by CID below /ipfs', async () => {
    const response = await get(`/ipns/${name}/d/`)
    const text = await response.text()

    expect(response.headers.get('Cache-Control')).toBe('public, max-age=5400')
    expect(text).toContain(`<a href="/ipns/${name}/d/a.txt">`)
    expect(text).toContain(`href="/ipfs/${page.cid}?filename=a.txt"`)
    expect(text).toContain(`/ipns/<a href="/ipns/${name}">`)
  })

  it('serves blocks and archives of the content of a name', async () => {
    const raw = await headersOf(`/ipns/${name}/d/a.txt?format=raw`)
    const car = await headersOf(`/ipns/${name}/d?format=car`)

    expect([raw.etag, raw.cache]).toEqual([`"${page.cid}.raw"`, 'public, max-age=5400'])
    expect([car.status, car.cache]).toEqual([200, 'public, no-cache, no-transform'])
  })

  it('puts names of a path behind those of the record, and asks again when the record changes', async () => {
    const key = await newKey(`${PREFIX}moving`)
    await publish(`/ipfs/${site.cid}/d/`, { key, ttl: '0' })
    const before = await get(`/ipns/${key}/a.txt`)
    await publish(`/ipfs/${site.cid}`, { key, ttl: '0' })
    const after = await get(`/ipns/${key}/a.txt`)

    expect([before.status, before.headers.get('Cache-Control'), await before.text()]).toEqual([
      200,
      'public, no-cache',
      'gateway names',
    ])
    expect(after.status).toBe(404)
  })

  it('caches nothing for longer than the record is valid', async () => {
    const key = await newKey(`${PREFIX}short`)
    await publish(`/ipfs/${site.cid}`, { key, ttl: '30s', lifetime: '30s' })

    const maxAge = /^public, max-age=(\d+)$/.exec((await headersOf(`/ipns/${key}/d/a.txt`)).cache ?? '')

    expect(Number(maxAge?.[1])).toBeLessThanOrEqual(30)
  })

  it.each([
    [`/ipns/${UNKNOWN}`, 404, `failed to resolve /ipns/${UNKNOWN}: could not resolve name\n`],
    [
      '/ipns/nonsense/a',
      400,
      'failed to resolve /ipns/nonsense: cannot resolve: "/ipns/nonsense": not the id of a key, as key/list prints it, nor a domain name\n',
    ],
    ['/ipns', 400, 'invalid path: not enough path components\n'],
    [`/ipns/${'a'.repeat(10_000)}`, 400, /^failed to resolve/],
  ])('answers %.60s with %d', async (path, status, text) => {
    const response = await get(path)
    const body = await response.text()

    expect([response.status, response.headers.get('Cache-Control')]).toEqual([status, 'no-store'])
    expect(body.length).toBeLessThan(2000)
    if (typeof text === 'string') expect(body).toBe(text)
    else expect(body).toMatch(text)
  })
})

describe('GET /ipns/<name>?format=ipns-record', () => {
  it('serves the signed record, as name/get does, for as long as it says', async () => {
    const record = await get(`/ipns/${name}?format=ipns-record`)
    const kept = await callKeys('name/get', { arg: name })

    expect(record.status).toBe(200)
    expect(record.headers.get('Content-Type')).toBe('application/vnd.ipfs.ipns-record')
    expect(record.headers.get('Content-Disposition')).toBe(`attachment; filename="${name}.ipns-record"`)
    expect(record.headers.get('Cache-Control')).toBe('public, max-age=5400')
    expect(record.headers.has('X-Ipfs-Roots')).toBe(false)
    expect(await record.arrayBuffer()).toEqual(await kept.arrayBuffer())
  })

  it('is chosen by Accept too, and not sent twice', async () => {
    const asked = { Accept: 'application/vnd.ipfs.ipns-record' }
    const first = await headersOf(`/ipns/${name}`, { headers: asked })
    const again = await headersOf(`/ipns/${name}`, {
      headers: { ...asked, 'If-None-Match': first.etag ?? '' },
    })

    expect([first.status, again.status]).toEqual([200, 304])
    expect(first.headers.get('Content-Location')).toBe(`/ipns/${name}?format=ipns-record`)
  })

  it.each([
    ['/ipns/NAME/d?format=ipns-record', 400, 'cannot find ipns key for subpath\n'],
    ['/ipfs/bafkqaaa?format=ipns-record', 400, '/ipfs/bafkqaaa is not an IPNS link\n'],
    [`/ipns/${UNKNOWN}?format=ipns-record`, 404, 'routing: not found\n'],
    ['/ipns/nonsense?format=ipns-record', 400, `${UNPARSED}: selected encoding not supported\n`],
  ])('answers %s with %d', async (path, status, text) => {
    const response = await get(path.replace('NAME', name))

    expect([response.status, await response.text()]).toEqual([status, text])
  })

  it.each(Object.entries(records.refused))(
    'is none of %s, whose record is not valid',
    async (refused, { hex }) => {
      const query = { arg: `/ipns/${refused}`, 'allow-offline': 'true' }
      const put = await callKeys('routing/put', query, form(file('', fromHex(hex))))

      expect(put.status).toBe(500)
      expect((await get(`/ipns/${refused}`)).status).toBe(404)
    },
  )
})
