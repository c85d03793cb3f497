import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Miniflare } from 'miniflare'
import type { CID } from 'multiformats/cid'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { nodeUrl, workerOptions } from '../../edge/local/worker-options.ts'
import { formatUsers } from '../../src/calendar/access/users.ts'
import { configuredUsers, credentialsOf } from '../hosts/calendar-users.ts'
import { startWorkerd } from '../hosts/start-workerd.ts'
import { chunkedFile, directory, rawFile, type StoredTree, storeBlocks } from '../requests/stored-tree.ts'
import { sharedStarter } from './run-starter.ts'

const LEAF_BYTES = 256 * 1024
const EXPIRY_SECONDS = 60
const DAY_MS = 86_400_000
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
  const started = sharedStarter({ environment: { GATEWAY_READER_EXPIRY: `${EXPIRY_SECONDS}s` } })

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

  it('of npm start reads packs from the disk, and stores no copies of their blocks there', async () => {
    const { dataFolder, url } = started()
    const { file } = await storeSite(url)
    const read = () => get(url, `/ipfs/${file.cid}`)

    const reads = [await read(), await read(), await read()]
    expect(reads.map(({ headers }) => headers.get('cache-status'))).toEqual([null, MISS, HIT])
    for (const { bytes } of reads) expect(bytes.byteLength).toBe(2 * LEAF_BYTES)
    const copied = readdirSync(join(dataFolder, 'cache'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).size)
    expect(Math.max(0, ...copied)).toBeLessThan(LEAF_BYTES)
  })

  it('of npm start serves on when clients leave while it reads from the disk for them', async () => {
    const { url } = started()
    const leaves = await Promise.all(Array.from({ length: 32 }, () => rawFile(noise(LEAF_BYTES))))
    const file = await chunkedFile(leaves)
    await storeBlocks((target, init) => fetch(new URL(String(target), url), init), file.blocks)
    const path = `/ipfs/${file.cid}`
    for (let times = 0; times < 2; times += 1) await get(url, path)
    for (let clients = 0; clients < 12; clients += 1) {
      const leaving = new AbortController()
      const { body } = await fetch(new URL(path, url), { signal: leaving.signal })
      await body?.getReader().read()
      leaving.abort()
    }

    const { status, headers, bytes } = await get(url, path)
    expect([status, headers.get('cache-status')]).toEqual([200, HIT])
    expect(bytes.byteLength).toBe(leaves.length * LEAF_BYTES)
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

  it('leaves what another node asks for to the object, which then asks no third one', async () => {
    const { site } = await storeSite(long.url)
    const page = () => get(long.url, `/ipfs/${site.cid}/file.bin`, { headers: { 'CDN-Loop': 'tidepool' } })

    for (let times = 0; times < 3; times += 1) {
      const { status, headers } = await page()
      expect([status, headers.get('cache-status')]).toEqual([200, null])
    }
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

describe('the front of a node that others reach', () => {
  it('serves the calendar to anonymous readers without the object until the expiry', async () => {
    const { origin, runtime } = await startExposed('10s')
    const read = (path: string, headers = {}) => get(origin, path, { headers })
    const lists = ['/cal/events/v1/events?per_page=5', '/events/']
    const first = []
    for (const path of [...lists, ...lists]) first.push(await read(path))
    const german = () => read('/events/', { 'Accept-Language': 'de' })
    first.push(await german())
    const created = await createEvent(origin, 'A new evening')
    const kept = await Promise.all([...lists.map((path) => read(path)), german()])
    const own = await read(lists[0] ?? '', credentialsOf('admin'))
    await vi.waitFor(
      async () => {
        for (const path of lists) expect((await read(path)).bytes.toString()).toContain('A new evening')
      },
      { timeout: 40_000, interval: 200 },
    )
    await runtime.dispose()

    expect(created).toBe(201)
    expect(kept.map(({ headers }) => headers.get('cache-status'))).toEqual([HIT, HIT, HIT])
    expect(kept.map(seen)).toEqual(first.slice(2).map(seen))
    expect(kept.map(({ headers }) => headers.get('content-language'))).toEqual([null, 'en', 'de'])
    expect(own.bytes.toString()).toContain('A new evening')
  })
})

/** What a reader sees of a response. */
function seen({ status, headers, bytes }: Awaited<ReturnType<typeof get>>) {
  const shown = [...headers].filter(([name]) => !OWN_HEADERS.includes(name))
  return { status, headers: shown, text: bytes.toString() }
}

async function createEvent(origin: string, title: string): Promise<number> {
  const day = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10)
  const event = { title, start_date: `${day} 19:00:00`, end_date: `${day} 21:00:00` }
  const { status } = await fetch(`${origin}/cal/events/v1/events`, {
    method: 'POST',
    headers: { ...credentialsOf('admin'), 'Content-Type': 'application/json' },
    body: JSON.stringify(event),
  })
  return status
}

async function startExposed(expiry: string) {
  const CALENDAR_USERS = formatUsers(await configuredUsers())
  const options = await workerOptions({
    port: 0,
    isLoopback: false,
    variables: { CALENDAR_USERS, GATEWAY_READER_EXPIRY: expiry },
  })
  const runtime = new Miniflare(options)
  return { origin: (await nodeUrl(runtime, options)).origin, runtime }
}

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
