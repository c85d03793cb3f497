import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import {
  chunkedFile,
  directory,
  rawFile,
  type StoredTree,
  storeBlocks,
  symlinkTo,
} from '../requests/stored-tree.ts'

const SANDBOX = 'sandbox allow-scripts allow-forms allow-popups allow-downloads'
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const ABSENT = 'bafkreidon73zkcrwdb5iafqtijxildoonbwnpv7dyd6ef3qdgads2jc4su'

/** Names that mean something to HTML, to URLs, to file systems or to the eye. */
const HOSTILE_NAMES = [
  '<script>alert(1)',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '&lt;b&gt;',
  'javascript:alert(1)',
  '?query#fragment',
  '%2e%2e%2f',
  '100%',
  'a%20b',
  'ż%20',
  'new\nline',
  '\u202Egpj.exe',
  'back\\slash',
  'żółć 漢字 🐚',
  'ż\n?',
  ' ',
]

let hello: StoredTree
let letters: StoredTree
let empty: StoredTree
let site: StoredTree
let typed: StoredTree
let hostile: StoredTree
let nested: StoredTree

beforeAll(async () => {
  hello = await rawFile('hello\n')
  empty = await rawFile('')
  letters = await chunkedFile(
    await Promise.all((LETTERS.match(/.{1,10}/g) ?? []).map((chunk) => rawFile(chunk))),
  )
  site = await directory({ 'index.html': await rawFile('<h1>site</h1>'), 'a.txt': hello })
  typed = await directory({
    'page.html': await rawFile('<p>'),
    'page.xhtml': await rawFile('<html xmlns="http://www.w3.org/1999/xhtml"/>'),
    'drawing.svg': await rawFile('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'feed.xml': await rawFile('<feed/>'),
    'program.js': await rawFile('let a'),
    'style.css': await rawFile('p {}'),
    'data.json': await rawFile('{}'),
    'note.txt': hello,
    'page without extension': await rawFile('<!doctype html><p>'),
    'picture.png': await rawFile(Uint8Array.of(0x89, 0x50, 0x4e, 0x47)),
    'paper.pdf': await rawFile('%PDF-1.7'),
    bytes: await rawFile(Uint8Array.of(0, 1, 2, 3)),
    empty,
    link: await symlinkTo('note.txt'),
  })
  hostile = await directory(Object.fromEntries(HOSTILE_NAMES.map((name) => [name, hello])))
  nested = await directory({ a: await directory({ b: hello }) })
  const trees = [hello, letters, site, typed, hostile, nested]
  await storeBlocks(
    send,
    trees.flatMap(({ blocks }) => blocks),
  )
})

const get = (path: string, headers: Record<string, string> = {}) =>
  send(path, { headers, redirect: 'manual', cache: 'no-store' })

describe('GET /ipfs/<cid> of a file', () => {
  it('answers 200 with its bytes, its length and the tag of its CID, to be kept for good', async () => {
    const response = await get(`/ipfs/${letters.cid}`)

    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '26',
      'accept-ranges': 'bytes',
      etag: `"${letters.cid}"`,
      'cache-control': 'public, max-age=29030400, immutable',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'x-ipfs-path': `/ipfs/${letters.cid}`,
      'x-ipfs-roots': `${letters.cid}`,
    })
    expect(await response.text()).toBe(LETTERS)
  })

  it('serves the alias /cas and prints the path of the network', async () => {
    const response = await get(`/cas/${site.cid}/a.txt`)

    expect(await response.text()).toBe('hello\n')
    expect(response.headers.get('X-Ipfs-Path')).toBe(`/ipfs/${site.cid}/a.txt`)
  })

  it('answers an empty file with no bytes', async () => {
    const response = await get(`/ipfs/${typed.cid}/empty`, { Range: 'bytes=0-' })

    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Length')).toBe('0')
    expect(await response.text()).toBe('')
  })

  it('answers HEAD with the headers of GET and no body', async () => {
    const path = `/ipfs/${typed.cid}/note.txt`
    const got = await get(path)
    await got.text()

    const response = await send(path, { method: 'HEAD' })

    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
    for (const name of ['Content-Type', 'Content-Length', 'ETag', 'Cache-Control', 'Accept-Ranges'])
      expect(response.headers.get(name), name).toBe(got.headers.get(name))
  })

  it.each([
    ['note.txt', 'text/plain; charset=utf-8', null],
    ['page.html', 'text/html', SANDBOX],
    ['page.xhtml', 'application/xhtml+xml', SANDBOX],
    ['drawing.svg', 'image/svg+xml', SANDBOX],
    ['feed.xml', 'text/xml; charset=utf-8', SANDBOX],
    ['page without extension', 'text/html', SANDBOX],
    ['program.js', 'text/javascript; charset=utf-8', SANDBOX],
    ['style.css', 'text/css; charset=utf-8', SANDBOX],
    ['data.json', 'application/json', null],
    ['picture.png', 'image/png', null],
    ['paper.pdf', 'application/pdf', null],
    ['bytes', 'application/octet-stream', null],
    ['link', 'inode/symlink', SANDBOX],
  ])('gives %s as %s under the policy %s', async (name, type, policy) => {
    const response = await get(`/ipfs/${typed.cid}/${encodeURIComponent(name)}`)

    expect(response.headers.get('Content-Type')).toBe(type)
    expect(response.headers.get('Content-Security-Policy')).toBe(policy)
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  })

  it.each([
    ['filename=page.html', 'text/html', 'inline; filename="page.html"'],
    ['filename=a.txt&download=true', 'text/plain; charset=utf-8', 'attachment; filename="a.txt"'],
    ['download=true', 'text/plain; charset=utf-8', `attachment; filename="CID"`],
    [
      'filename=%C5%BC.txt',
      'text/plain; charset=utf-8',
      `inline; filename="_.txt"; filename*=UTF-8''%C5%BC.txt`,
    ],
    [
      'filename=100%2525.txt',
      'text/plain; charset=utf-8',
      `inline; filename="100_25.txt"; filename*=UTF-8''100%2525.txt`,
    ],
    ['filename=a%252Fb', 'text/plain; charset=utf-8', `inline; filename="a_2Fb"; filename*=UTF-8''a%252Fb`],
    ['filename=a%2520b', 'text/plain; charset=utf-8', `inline; filename="a_20b"; filename*=UTF-8''a%2520b`],
    [
      'filename=file-%25C5%25BA%2520b',
      'text/plain; charset=utf-8',
      `inline; filename="file-_C5_BA_20b"; filename*=UTF-8''file-%25C5%25BA%2520b`,
    ],
    [
      'filename=a%22%0D%0Ab',
      'text/plain; charset=utf-8',
      `inline; filename="a___b"; filename*=UTF-8''a%22%0D%0Ab`,
    ],
  ])('takes name and disposition from ?%s', async (query, type, disposition) => {
    const response = await get(`/ipfs/${hello.cid}?${query}`)

    expect(response.headers.get('Content-Type')).toBe(type)
    expect(response.headers.get('Content-Disposition')).toBe(disposition.replace('CID', `${hello.cid}`))
  })
})

describe('GET /ipfs/<cid> of a file that is not held whole', () => {
  const CHUNK_BYTES = 100_000

  it('never passes for the whole file', async () => {
    const chunks = await Promise.all(
      Array.from({ length: 30 }, (_, at) => rawFile(new Uint8Array(CHUNK_BYTES).fill(at))),
    )
    const lost = await rawFile(new Uint8Array(CHUNK_BYTES).fill(0xaa))
    const file = await chunkedFile([...chunks, lost])
    await storeBlocks(
      send,
      file.blocks.filter(({ cid }) => !cid.equals(lost.cid)),
    )

    const read = get(`/ipfs/${file.cid}`).then((response) => response.arrayBuffer())

    await expect(read).rejects.toThrow()
  })
})

describe('GET /ipfs/<cid>/ of a directory', () => {
  it('serves its index.html in place of a listing', async () => {
    const response = await get(`/ipfs/${site.cid}/`)

    expect(await response.text()).toBe('<h1>site</h1>')
    expect(response.headers.get('Content-Type')).toBe('text/html')
    expect(response.headers.get('Content-Security-Policy')).toBe(SANDBOX)
    expect(response.headers.get('ETag')).toBe(`"${site.cid}"`)
  })

  it('answers 304 to the tag of a directory whose index.html the client has', async () => {
    const response = await get(`/ipfs/${site.cid}/`, { 'If-None-Match': `"${site.cid}"` })

    expect(response.status).toBe(304)
  })

  it('lists names with links that lead to them', async () => {
    const page = await (await get(`/ipfs/${nested.cid}/a/`)).text()

    expect(page).toContain('<h1>Index of a</h1>')
    expect(page).toContain(`<a href="/ipfs/${nested.cid}/a/b">b</a>`)
    expect(page).toContain(`<a href="/ipfs/${nested.cid}">${nested.cid}</a>`)
    expect(page).toContain('>6 B<')
  })

  it('marks a directory for the style, and links to it without a slash, as the official suite expects', async () => {
    const page = await (await get(`/ipfs/${nested.cid}/`)).text()

    expect(page).toContain(`<td dir="auto" class="directory"><a href="/ipfs/${nested.cid}/a">a</a>`)
    expect(page).toContain('.directory a::after { content: "/"; }')
  })

  it('answers 304 to the tag of a listing, and no such tag for the bytes', async () => {
    const tag = (await get(`/ipfs/${nested.cid}/`)).headers.get('ETag') ?? ''

    const response = await get(`/ipfs/${nested.cid}/`, { 'If-None-Match': tag })

    expect(tag).toMatch(/^"DirIndex-.*_CID-/)
    expect(response.status).toBe(304)
  })

  it('lets no name become markup, a line or a direction of text', async () => {
    const response = await get(`/ipfs/${hostile.cid}/`)
    const page = await response.text()

    expect(page.match(/<tr><td dir="auto">.*<\/tr>/g)).toHaveLength(HOSTILE_NAMES.length)
    expect(page).not.toMatch(/<(script|img|b)\b|\son\w+=['"]|\u202E/)
    expect(page).toContain('&lt;script&gt;alert(1)<')
    expect(page).toContain('\uFFFDgpj.exe')
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  })

  it('links every name so that it can be opened', async () => {
    const page = await (await get(`/ipfs/${hostile.cid}/`)).text()
    const links = [...page.matchAll(/<td dir="auto"><a href="([^"]*)"/g)].map(([, href = '']) =>
      unescapeHtml(href),
    )

    const texts = await Promise.all(links.map(async (href) => (await get(href)).text()))

    expect(links).toHaveLength(HOSTILE_NAMES.length)
    expect(new Set(texts)).toEqual(new Set(['hello\n']))
  })

  it('names each file in the link to its CID as the directory does', async () => {
    const page = await (await get(`/ipfs/${hostile.cid}/`)).text()
    const links = [...page.matchAll(/<a class="ipfs-hash" translate="no" href="([^"]*)"/g)]

    const dispositions = await Promise.all(
      links.map(async ([, href = '']) => {
        const { headers } = await get(unescapeHtml(href))
        return headers.get('Content-Disposition')
      }),
    )

    const names = dispositions.map((text) => /filename\*=UTF-8''(.*)$|filename="(.*)"$/.exec(text ?? ''))
    expect(names.map((match) => (match?.[1] ? decodeURIComponent(match[1]) : match?.[2])).toSorted()).toEqual(
      HOSTILE_NAMES.toSorted(),
    )
  })
})

describe('GET /ipfs/… that leads nowhere', () => {
  it.each([
    ['/ipfs/ipfs', 400],
    ['/ipfs/ipns', 400],
    ['/ipfs/ipfs/not-a-cid', 400],
    [`/ipfs/ipfs/ipfs/${ABSENT}`, 400],
    ['/ipfs/not-a-cid', 400],
    ['/ipfs/', 400],
    ['/ipfs/SITE/%', 400],
    ['/ipfs/SITE/%zz', 400],
    ['/ipfs/SITE/%ff', 400],
    ['/ipfs/SITE/..%2F..%2Fetc', 400],
    ['/ipfs/SITE?format=unheard-of', 400],
    [`/ipfs/SITE/${'a/'.repeat(10_000)}`, 400],
    ['/ipfs/SITE/nothing', 404],
    ['/ipfs/SITE/a.txt/deeper', 404],
    ['/ipfs/SITE/%00', 404],
    ['/ipfs/SITE/a.txt%00.html', 404],
    ['/ipfs/SITE/%E2%80%AE', 404],
    [`/ipfs/SITE/${'a/'.repeat(1000)}`, 404],
    [`/ipfs/${ABSENT}`, 404],
    [`/ipfs/${ABSENT}/a/b`, 404],
    ['/ipfs/SITE?format=ipns-record', 400],
    ['/ipfs/SITE?format=dag-json', 406],
  ])('answers %.60s with %d in plain text that no cache keeps', async (path, status) => {
    const response = await get(path.replace('SITE', `${site.cid}`))

    expect(response.status).toBe(status)
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect((await response.text()).length).toBeLessThan(2000)
  })

  it.each([
    ['/ipfs/not-a-cid', 400],
    ['/ipfs/SITE/%3Cscript%3Ealert(1)%3C%2Fscript%3E', 404],
    [`/ipfs/${ABSENT}`, 404],
    ['/ipfs/SITE?format=dag-json', 406],
  ])('answers a browser that opens %.60s with %d and a page that runs nothing', async (path, status) => {
    const response = await get(path.replace('SITE', `${site.cid}`), { Accept: 'text/html,*/*;q=0.8' })
    const page = await response.text()

    expect(response.status).toBe(status)
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none';/)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(page).toContain(`Status ${status}`)
    expect(page).not.toContain('<script')
  })

  it('treats an encoded slash as a slash', async () => {
    const response = await get(`/ipfs/${nested.cid}%2Fa%2Fb`)

    expect(await response.text()).toBe('hello\n')
  })

  it('answers 412 when only what is held may be served and it is not', async () => {
    const response = await get(`/ipfs/${ABSENT}`, { 'Cache-Control': 'only-if-cached' })

    expect(response.status).toBe(412)
  })

  it.each(['POST', 'PUT', 'DELETE'])('answers %s with 405 and the methods there are', async (method) => {
    const response = await send(`/ipfs/${hello.cid}`, { method })

    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe('GET, HEAD, OPTIONS')
  })

  it('answers OPTIONS with the methods and headers a page of any origin may use', async () => {
    const response = await send(`/ipfs/${hello.cid}`, { method: 'OPTIONS' })

    expect(response.status).toBe(204)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(response.headers.get('Access-Control-Allow-Headers')).toContain('Range')
  })
})

const unescapeHtml = (text: string) => text.replaceAll('&#039;', "'").replaceAll('&amp;', '&')
