import { encode } from '@ipld/dag-cbor'
import { CID } from 'multiformats/cid'
import { sha256 } from 'multiformats/hashes/sha2'
import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { rawFile, type StoredBlock, type StoredTree, storeBlocks } from '../requests/stored-tree.ts'
import { verifiedCar } from '../requests/verified-car.ts'

const DAG_CBOR = 0x71
const DAG_JSON = 0x0129

let hello: StoredTree
let inner: StoredBlock
let outer: StoredBlock
let hostile: StoredBlock
let deep: StoredBlock
let wide: StoredBlock
let broken: StoredBlock
let json: StoredBlock

beforeAll(async () => {
  hello = await rawFile('hello\n')
  inner = await block(
    DAG_CBOR,
    encode({ file: hello.cid, list: [1, hello.cid, { deep: true }], bytes: Uint8Array.of(1, 2) }),
  )
  outer = await block(DAG_CBOR, encode({ a: { b: inner.cid }, 'with space': 1.5, big: 2n ** 60n }))
  hostile = await block(
    DAG_CBOR,
    encode({
      '<script>alert(1)</script>': '</pre><img src=x onerror=alert(1)>',
      '"\'&': '\u202Egpj.exe\0',
      constructor: 1,
      long: 'x'.repeat(100_000),
    }),
  )
  const nest = 'a1616e'.repeat(500)
  deep = await block(
    DAG_CBOR,
    Uint8Array.from((`${nest}f6`.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))),
  )
  wide = await block(DAG_CBOR, encode(Array.from({ length: 20_000 }, (_, at) => at)))
  broken = await block(DAG_CBOR, Uint8Array.of(0xff, 0x00))
  json = await block(DAG_JSON, new TextEncoder().encode(`{"to":{"/":"${hello.cid}"}}`))
  await storeBlocks(send, [...hello.blocks, inner, outer, hostile, deep, wide, broken, json])
})

const get = (path: string, headers: Record<string, string> = {}) => send(path, { headers, cache: 'no-store' })
const page = async (path: string) => (await get(path, { Accept: 'text/html' })).text()

describe('GET /ipfs/<cid>/… through nodes', () => {
  it.each(['a/b/file', 'a/b/list/1'])('follows /%s to a file', async (path) => {
    const response = await get(`/ipfs/${outer.cid}/${path}`)

    expect(await response.text()).toBe('hello\n')
    expect(response.headers.get('ETag')).toBe(`"${hello.cid}"`)
  })

  it('names the node of each segment', async () => {
    const response = await get(`/ipfs/${outer.cid}/a/b/list/1`)

    expect(response.headers.get('X-Ipfs-Roots')).toBe(
      [outer, outer, inner, inner, hello].map(({ cid }) => cid.toString()).join(),
    )
  })

  it('puts every node on the way into a CAR', async () => {
    const response = await get(`/ipfs/${outer.cid}/a/b/list/1?format=car`)
    const { roots, blocks } = await verifiedCar(new Uint8Array(await response.arrayBuffer()))

    expect(blocks.map(({ cid }) => cid.toString())).toEqual([outer, inner, hello].map(({ cid }) => `${cid}`))
    expect(roots.map(String)).toEqual([`${hello.cid}`])
  })

  it('proves a value by the CAR of the node that holds it', async () => {
    const response = await get(`/ipfs/${outer.cid}/a/b/list/2/deep?format=car&dag-scope=block`)
    const { blocks } = await verifiedCar(new Uint8Array(await response.arrayBuffer()))

    expect(blocks.map(({ cid }) => cid.toString())).toEqual([outer, inner].map(({ cid }) => `${cid}`))
  })

  it.each([
    ['OUTER/a', 501],
    ['OUTER/a/b/list', 501],
    ['OUTER/a/b/list/0', 501],
    ['OUTER/with%20space?format=raw', 501],
    ['OUTER/a/nothing', 404],
    ['OUTER/a/b/list/3', 404],
    ['OUTER/a/b/list/01', 404],
    ['OUTER/a/b/list/-1', 404],
    ['OUTER/a/b/list/length', 404],
    ['OUTER/a/b/bytes/0', 404],
    ['OUTER/__proto__', 404],
    ['OUTER/constructor/name', 404],
    ['OUTER/a/b/file/deeper', 404],
    ['BROKEN/a', 500],
  ])('answers %s with %d in plain text', async (path, status) => {
    const response = await get(
      `/ipfs/${path.replace('OUTER', `${outer.cid}`).replace('BROKEN', `${broken.cid}`)}`,
    )

    expect(response.status).toBe(status)
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })

  it('says what to ask for in place of a value', async () => {
    const response = await get(`/ipfs/${outer.cid}/a/b/list/0`)

    expect(await response.text()).toBe(
      `"list/0" of "/ipfs/${outer.cid}/a/b/list/0" could not be returned: reading IPLD Kinds other than Links (CBOR Tag 42) is not implemented: try reading "/ipfs/${outer.cid}/a/b" instead\n`,
    )
  })
})

describe('GET /ipfs/<cid> of a node for people', () => {
  it('shows what it says, with links to follow', async () => {
    const text = await page(`/ipfs/${inner.cid}`)

    expect(text).toContain(`<h1>Node ${inner.cid}</h1>`)
    expect(text).toContain(`<a translate="no" href="/ipfs/${hello.cid}">${hello.cid}</a>`)
    expect(text).toContain('<i>2 B of bytes</i>')
    expect(text).toContain(`<a href="/ipfs/${inner.cid}?format=dag-cbor">dag-cbor</a>`)
  })

  it('keeps integers and floats as they are', async () => {
    const text = await page(`/ipfs/${outer.cid}`)

    expect(text).toContain(String(2n ** 60n))
    expect(text).toContain('1.5')
  })

  it('has a tag of its own, and says not how long to keep it', async () => {
    const response = await get(`/ipfs/${inner.cid}`, { Accept: 'text/html' })
    await response.text()
    const tag = response.headers.get('ETag') ?? ''

    const again = await get(`/ipfs/${inner.cid}`, { Accept: 'text/html', 'If-None-Match': tag })

    expect(tag).toMatch(new RegExp(`^"DagIndex-.*_CID-${inner.cid}"$`))
    expect(response.headers.get('Cache-Control')).toBeNull()
    expect(again.status).toBe(304)
  })

  it.each([
    ['', '*/*', 'application/vnd.ipld.dag-cbor'],
    ['?format=dag-cbor', 'text/html', 'application/vnd.ipld.dag-cbor'],
    ['?download=true', 'text/html', 'application/vnd.ipld.dag-cbor'],
    ['', 'text/html, application/vnd.ipld.raw;q=0.5', 'application/vnd.ipld.raw'],
    ['', 'text/html', 'text/html; charset=utf-8'],
    ['', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html; charset=utf-8'],
  ])('answers %s with Accept: %s as %s', async (query, accept, type) => {
    const response = await get(`/ipfs/${inner.cid}${query}`, { Accept: accept })
    await response.arrayBuffer()

    expect(response.headers.get('Content-Type')).toBe(type)
  })

  it('lets nothing of a node become markup, or turn the direction of text', async () => {
    const response = await get(`/ipfs/${hostile.cid}`, { Accept: 'text/html' })
    const text = await response.text()

    expect(text).not.toMatch(/<(script|img)\b|\u202E/)
    expect(text.match(/<\/pre>/g)).toHaveLength(1)
    expect(text).toContain('&lt;script&gt;alert(1)')
    expect(text.length).toBeLessThan(20_000)
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  })

  it('shows a deep node, and the beginning of a wide one', async () => {
    expect((await page(`/ipfs/${deep.cid}`)).match(/&quot;n&quot;/g)).toHaveLength(500)
    expect(await page(`/ipfs/${wide.cid}`)).toContain('Only the first 10000 values are shown.')
  })

  it('shows dag-json too, and no page for what is broken', async () => {
    const response = await get(`/ipfs/${broken.cid}`, { Accept: 'text/html' })

    expect(await page(`/ipfs/${json.cid}`)).toContain(`href="/ipfs/${hello.cid}"`)
    expect(response.status).toBe(500)
  })
})

async function block(code: number, bytes: Uint8Array): Promise<StoredBlock> {
  return { cid: CID.createV1(code, await sha256.digest(bytes)), bytes }
}
