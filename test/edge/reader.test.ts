import { setTimeout as sleep } from 'node:timers/promises'
import type { CID } from 'multiformats/cid'
import { beforeAll, describe, expect, it } from 'vitest'
import { startWorkerd } from '../hosts/start-workerd.ts'
import { chunkedFile, directory, rawFile, type StoredTree, storeBlocks } from '../requests/stored-tree.ts'

const LEAF_BYTES = 256 * 1024
const EXPIRY_SECONDS = 60
const [MISS, HIT] = ['tidepool; fwd=miss', 'tidepool; hit']
/** Of the connection, or different from one response to the next. */
const OWN_HEADERS = ['date', 'connection', 'keep-alive', 'cache-status']

let long: Awaited<ReturnType<typeof startWorkerd>>
let short: Awaited<ReturnType<typeof startWorkerd>>

beforeAll(async () => {
  long = await startWorkerd({ variables: { GATEWAY_READER_EXPIRY: `${EXPIRY_SECONDS}s` } })
  short = await startWorkerd({ variables: { GATEWAY_READER_EXPIRY: '1s' } })
  return () => Promise.all([long.stop(), short.stop()])
})

describe('the front of a node in workerd', () => {
  it('serves what was read twice without the object', async () => {
    const { site, file } = await storeSite(long.url)
    const page = () => get(long.url, `/ipfs/${site.cid}/file.bin`)
    const before = [await page(), await page(), await page()]
    expect(before.map(({ headers }) => headers.get('cache-status'))).toEqual([null, MISS, HIT])
    await removeAll(long.url, site)

    const { status, headers, bytes } = await page()
    expect([status, headers.get('content-length')]).toEqual([200, String(2 * LEAF_BYTES)])
    expect(headers.get('x-ipfs-roots')).toBe(`${site.cid},${file.cid}`)
    for (const one of before) expect(Buffer.compare(one.bytes, bytes)).toBe(0)
    expect((await call(long.url, `block/get?offline=true&arg=${file.cid}`)).status).toBe(500)
  })

  it('answers ranges, conditions, HEAD, raw blocks and CARs as the object does', async () => {
    const { site, file } = await storeSite(long.url)
    const path = `/ipfs/${site.cid}/file.bin`
    const requests: [string, RequestInit][] = [
      [path, { headers: { Range: `bytes=${LEAF_BYTES - 3}-${LEAF_BYTES + 2}` } }],
      [path, { method: 'HEAD' }],
      [path, { headers: { 'If-None-Match': `"${file.cid}"` } }],
      [`/ipfs/${site.cid}/`, {}],
      [`/ipfs/${site.cid}?format=raw`, {}],
      [`/ipfs/${site.cid}?format=car&car-order=dfs`, {}],
      [`/ipfs/${site.cid}?format=tar`, {}],
    ]
    const first = await answers(long.url, requests)
    const second = await answers(long.url, requests)
    await get(long.url, path)
    await removeAll(long.url, site)

    expect(second).toEqual(first)
    expect(await answers(long.url, requests)).toEqual(first)
  })

  it('serves a removed block no longer than the expiry', async () => {
    const { site } = await storeSite(short.url)
    const page = () => get(short.url, `/ipfs/${site.cid}/file.bin`)
    for (let times = 0; times < 3; times += 1) await page()
    await removeAll(short.url, site)
    await sleep(1_100)

    expect((await page()).status).not.toBe(200)
  })

  it('leaves content that is not there, and methods of writers, to the object', async () => {
    const absent = await rawFile(crypto.randomUUID())
    for (let times = 0; times < 3; times += 1) {
      expect((await get(long.url, `/ipfs/${absent.cid}`)).status).toBe(404)
      expect((await fetch(new URL(`/ipfs/${absent.cid}`, long.url), { method: 'POST' })).status).toBe(405)
      expect((await get(long.url, '/ipfs/nonsense')).status).toBe(400)
    }
  })
})

async function storeSite(url: string) {
  const leaves = [await rawFile(noise(LEAF_BYTES)), await rawFile(noise(LEAF_BYTES))]
  const file = await chunkedFile(leaves)
  const site = await directory({ 'file.bin': file })
  await storeBlocks((target, init) => fetch(new URL(String(target), url), init), site.blocks)
  return { site, file }
}

async function removeAll(url: string, { blocks }: StoredTree): Promise<void> {
  const cids = blocks.map(({ cid }: { cid: CID }) => `arg=${cid}`).join('&')
  const removed = await call(url, `block/rm?force=true&${cids}`)
  expect(removed.status).toBe(200)
  await removed.text()
}

function call(url: string, command: string): Promise<Response> {
  return fetch(new URL(`/api/v0/${command}`, url), { method: 'POST' })
}

async function get(url: string, path: string, init?: RequestInit) {
  const response = await fetch(new URL(path, url), init)
  const { status, headers } = response
  return { status, headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** All that a client sees, with the bodies as digests, since they are long. */
function answers(url: string, requests: readonly [string, RequestInit][]) {
  return Promise.all(
    requests.map(async ([path, init]) => {
      const { status, headers, bytes } = await get(url, path, init)
      const shown = [...headers].filter(([name]) => !OWN_HEADERS.includes(name))
      return { status, headers: shown, digest: Buffer.from(await crypto.subtle.digest('SHA-256', bytes)) }
    }),
  )
}

function noise(sizeBytes: number): Uint8Array {
  const bytes = new Uint8Array(sizeBytes)
  for (let at = 0; at < sizeBytes; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  return bytes
}
