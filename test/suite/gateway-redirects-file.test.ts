import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import table from '../fixtures/gateway/expectations.json' with { type: 'json' }
import { storeCar } from '../requests/gateway-cars.ts'
import { caseAt, caseFailures, type GatewayCase } from '../requests/gateway-case.ts'
import { directory, rawFile, type StoredTree, storeBlocks } from '../requests/stored-tree.ts'

const GATEWAY = 'localhost:5001'

const RULES = `# The first rule that matches counts

/moved/*        https://example.org/new/:splat?from=old#top  302
/posts/:year/:month /archive/:year-:month 308
/:any/echo      /:any 303
/caf%C3%A9      /ä 307
/app/*          /index.html 200
/dir            /folder 200
/gone/*         /gone.html 410
/law            /gone.html 451
/no-page        /folder 404
/lost-page      /missing.html 404
/nowhere        /missing.html 200
/away           https://example.org/ 200
/long/*         /${':splat'.repeat(200)}
`

let site: StoredTree
let page: StoredTree

beforeAll(async () => {
  page = await rawFile('<p>gone, gateway redirects file')
  site = await directory({
    _redirects: await rawFile(RULES),
    'index.html': await rawFile('<p>index, gateway redirects file'),
    'gone.html': page,
    folder: await directory({ 'index.html': await rawFile('<p>folder, gateway redirects file') }),
  })
  await storeBlocks(send, site.blocks)
})

const at = (tree: StoredTree, path: string, init: RequestInit = {}) =>
  send(`http://${tree.cid}.ipfs.${GATEWAY}${path}`, { redirect: 'manual', ...init })

const siteWith = async (rules: StoredTree) => {
  const tree = await directory({ _redirects: rules })
  await storeBlocks(send, tree.blocks)
  return tree
}

describe('_redirects against the table of public suites', () => {
  const rows = (table.cases as readonly GatewayCase[]).filter(
    ({ group, fixtures }) => group === 'redirects-file' && !fixtures.dnslink,
  )

  beforeAll(async () => {
    for (const car of ['redirects', 'redirects-spa']) await storeCar(send, `gateway/cars/${car}.car`)
  })

  it.each(rows.map((row) => ({ title: `${row.id}: ${row.name}`, row })))('$title', async ({ row }) => {
    expect(await caseFailures(send, caseAt(GATEWAY, row))).toEqual([])
  })
})

describe('GET at <cid>.ipfs.localhost of a path that does not exist', () => {
  it.each([
    { path: '/moved/a/b', status: 302, location: 'https://example.org/new/a/b?from=old#top' },
    { path: '/moved/a?x=1&y=%20', status: 302, location: 'https://example.org/new/a?from=old&x=1&y=%20#top' },
    { path: '/moved/a%20b%5Cc', status: 302, location: 'https://example.org/new/a%20b%5Cc?from=old#top' },
    { path: '/posts/2026/11?page=2', status: 308, location: '/archive/2026-11?page=2' },
    { path: '/posts/2026/11/', status: 308, location: '/archive/2026-11' },
    { path: '/%5Cevil.example/echo', status: 303, location: '/%5Cevil.example' },
    { path: '/caf%C3%A9', status: 307, location: '/%C3%A4' },
  ])('sends $path to $location by $status', async ({ path, status, location }) => {
    const response = await at(site, path)

    expect(response.status).toBe(status)
    expect(response.headers.get('Location')).toBe(location)
  })

  it('serves a rewritten path under its own address, conditions and ranges included', async () => {
    const response = await at(site, '/app/some/route')
    const etag = response.headers.get('ETag') ?? ''
    const known = await at(site, '/app/another', { headers: { 'If-None-Match': etag } })
    const part = await at(site, '/app/another', { headers: { Range: 'bytes=3-7' } })

    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('text/html')
    expect(response.headers.get('X-Ipfs-Path')).toBe(`/ipfs/${site.cid}/app/some/route`)
    expect(await response.text()).toBe('<p>index, gateway redirects file')
    expect(known.status).toBe(304)
    expect(part.status).toBe(206)
    expect(await part.text()).toBe('index')
  })

  it('sends a path that is rewritten to a directory to the same path with a slash, then serves it', async () => {
    const response = await at(site, '/dir?x=1')

    expect(response.status).toBe(301)
    expect(response.headers.get('Location')).toBe('/dir/?x=1')
    expect(await (await at(site, '/dir/')).text()).toBe('<p>folder, gateway redirects file')
  })

  it('serves a page with the status of its rule, whatever part or condition is asked for', async () => {
    const headers = { 'If-None-Match': `"${page.cid}"`, Range: 'bytes=0-1' }

    const response = await at(site, '/gone/away', { headers })
    const head = await at(site, '/law', { method: 'HEAD' })

    expect(response.status).toBe(410)
    expect(response.headers.get('ETag')).toBe(`"${page.cid}"`)
    expect(response.headers.has('Accept-Ranges')).toBe(false)
    expect(await response.text()).toBe('<p>gone, gateway redirects file')
    expect(head.status).toBe(451)
    expect(await head.text()).toBe('')
  })

  it.each(['/moved', '/moved/', '/nowhere', '/lost-page', '/nothing/at/all'])(
    'answers 404 at %s: no rule leads to content',
    async (path) => {
      const response = await at(site, path)

      expect(response.status).toBe(404)
      expect(await response.text()).toMatch(/^no link named /)
    },
  )

  it.each(['/no-page', '/away', `/long/${'a'.repeat(100)}`])(
    'answers 500 with the reason at %s, whose rule cannot be used',
    async (path) => {
      const response = await at(site, path)

      expect(response.status).toBe(500)
      expect(await response.text()).toMatch(/^could not use _redirects: /)
    },
  )

  it('asks no rule for a client that names a format', async () => {
    const response = await at(site, '/app/x?format=raw')

    expect(response.status).toBe(404)
  })

  it('asks no rule for a block that is not held', async () => {
    const absent = await directory({ a: await rawFile('never stored, gateway redirects file') })
    const rules = await rawFile('/* /index.html 200\n')
    const broken = await directory({ _redirects: rules, sub: absent })
    await storeBlocks(send, [...broken.blocks.slice(0, 1), ...rules.blocks])

    const response = await at(broken, '/sub/a')

    expect(response.status).toBe(404)
    expect(await response.text()).toContain('could not find')
  })

  it.each([
    { rules: '/a /b 301!', reason: 'line 1: forced redirects' },
    { rules: '/a /b\n/c', reason: 'line 2: missing "to" path' },
    { rules: '/a /b 301 x', reason: 'line 1: not of the form' },
    { rules: 'a /b', reason: '"from" does not begin with "/"' },
    { rules: '/*/a /b', reason: '"from" has an asterisk before its end' },
    { rules: '/a javascript:alert(1)', reason: '"to" is neither a path nor an address' },
    { rules: '/a /%zz', reason: '"to" cannot be decoded' },
    { rules: '/a /b\0', reason: '"to" cannot be decoded' },
    { rules: '/a /b 201', reason: 'status "201" is not supported' },
    { rules: '/a /b 0x12d', reason: 'status "0x12d" is not supported' },
  ])('answers 500 with the reason for $rules', async ({ rules, reason }) => {
    const response = await at(await siteWith(await rawFile(rules)), '/x')

    expect(response.status).toBe(500)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await response.text()).toContain('could not parse _redirects: ')
    expect(await (await at(await siteWith(await rawFile(rules)), '/x')).text()).toContain(reason)
  })

  it('reads a file of 64 KiB, and none of a byte more', async () => {
    const rule = '/* /_redirects 200\n'
    const whole = `${rule}#${'x'.repeat(64 * 1024 - rule.length - 1)}`

    expect((await at(await siteWith(await rawFile(whole)), '/x')).status).toBe(200)
    expect((await at(await siteWith(await rawFile(`${whole}x`)), '/x')).status).toBe(500)
  })

  it('answers 500 where the rules are no file or are not held', async () => {
    const folder = await siteWith(site)
    const lost = await directory({ _redirects: await rawFile('/* / # never stored, gateway redirects') })
    await storeBlocks(send, lost.blocks.slice(0, 1))

    expect(await (await at(folder, '/x')).text()).toContain('it is not a file')
    expect((await at(lost, '/x')).status).toBe(500)
  })
})

it('GET /ipfs/<cid> knows no rules: the path gateway has one origin for all content', async () => {
  const response = await send(`/ipfs/${site.cid}/app/x`)

  expect(response.status).toBe(404)
})
