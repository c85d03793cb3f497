import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { file, form } from '../requests/form.ts'

const post = (path: string, init = {}) => send(`/api/v0/${path}`, { method: 'POST', ...init })
const get = (path: string, init = {}) => send(path, { redirect: 'manual', ...init })

describe('POST /api/v0/mount', () => {
  let cid = ''

  beforeAll(async () => {
    const added = await post('add', form(file('a.txt', 'mounted')))
    cid = (await added.json()).Hash
  })

  afterAll(async () => {
    await (await post('mount?cas-path=/ipfs&nms-path=/ipns')).body?.cancel()
  })

  it('tells where the namespaces are, in both spellings', async () => {
    const own = { IPFS: '/ipfs', IPNS: '/ipns', FuseAllowOther: false, CAS: '/ipfs', NMS: '/ipns' }

    expect(await (await post('mount')).json()).toEqual(own)
    expect(await (await post('mount?ipfs-path=/a&n=/a/names')).json()).toEqual({
      ...{ IPFS: '/a', IPNS: '/a/names', FuseAllowOther: false, CAS: '/a', NMS: '/a/names' },
    })
    expect(await (await post('mount')).json()).toMatchObject({ IPFS: '/a', NMS: '/a/names' })
    expect(await (await post('config?arg=Mounts.IPNS')).json()).toMatchObject({ Value: '/a/names' })
  })

  it.each([
    ['/a/CID/b%20c/?format=raw&x=%26', '/ipfs/CID/b%20c/?format=raw&x=%26'],
    ['/a/names/name/d', '/ipns/name/d'],
    ['/a', '/ipfs/'],
    ['/a/', '/ipfs/'],
    ['/a//other.example/x', '/ipfs//other.example/x'],
    ['/a/CID/../../b', undefined],
    ['/a/CID/%2e%2e/%2e%2e/%2e%2e/api/v0/id', undefined],
    ['/ab/CID', undefined],
    ['/A/CID', undefined],
    ['/', undefined],
  ])('answers %s by a redirect alone', async (path, location) => {
    await (await post('mount?f=/a&n=/a/names')).body?.cancel()
    const response = await get(path.replace('CID', cid))
    const body = await response.text()

    expect(body).not.toContain('mounted')
    expect(response.headers.get('Location')).toBe(location?.replace('CID', cid) ?? null)
    if (location === undefined) return
    expect([response.status, body]).toEqual([302, ''])
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
  })

  it('redirects to what the gateway serves under its own rules', async () => {
    await (await post('mount?f=/a&n=/b')).body?.cancel()
    const { headers } = await get(`/a/${cid}`)

    expect(await (await get(headers.get('Location') ?? '')).text()).toBe('mounted')
    expect((await send(`/a/${cid}`, { method: 'PUT' })).status).toBe(404)
  })

  it.each([
    'a',
    '',
    '/',
    '/a/',
    '//a',
    '/a/../b',
    '/./a',
    '/a%2Fb',
    '/a?b',
    '/a b',
    '/api',
    '/api/v0/x',
    '/cal/x',
    '/ipns',
    '/cas/x',
    '/version',
    '/events',
    '/event',
    '/tag/x',
    '/a/b/rollapp',
    '/b',
    '/ä',
    `/${'a'.repeat(10_000)}`,
    'http://other.example/a',
  ])('refuses "%s", and leaves the mounts as they were', async (path) => {
    await (await post('mount?f=/a&n=/b')).body?.cancel()
    const response = await post(`mount?${new URLSearchParams({ f: path })}`)

    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ Code: 0, Type: 'error' })
    expect(await (await post('mount')).json()).toMatchObject({ IPFS: '/a', IPNS: '/b' })
  })

  it('does not let the configuration mount over what the node answers', async () => {
    await (await post('mount?f=/a&n=/b')).body?.cancel()
    const both = form(file('', JSON.stringify({ Mounts: { IPFS: '/x', IPNS: '/x' } })))

    for (const path of ['/api/v0/version', '/events', '/b', '../a']) {
      expect((await post(`config?arg=Mounts.IPFS&arg=${path}`)).status).toBe(500)
    }
    expect((await post('config/replace', both)).status).toBe(500)
    expect(await (await post('mount')).json()).toMatchObject({ IPFS: '/a', IPNS: '/b' })
  })
})

describe('a path that is neither of a surface nor mounted', () => {
  it('answers a browser by a page that leads on, and others by a line of text', async () => {
    const page = await get('/nothing', { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
    const text = await get('/nothing', { headers: { Accept: '*/*' } })

    expect([page.status, page.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    expect(page.headers.get('Vary')).toContain('Accept')
    expect(await page.text()).toContain('<a href="/">')
    expect([text.status, await text.text()]).toEqual([404, '404 page not found\n'])
  })
})
