import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { startWorkerd } from '../hosts/start-workerd.ts'
import { chunkedFile, rawFile, storeBlocks } from '../requests/stored-tree.ts'

/** More than the runtime and the sockets take from a node before a client reads. */
const LEAVES = 64
const LEAF_BYTES = 512 * 1024

let worker: Awaited<ReturnType<typeof startWorkerd>>
let path: string

beforeAll(async () => {
  worker = await startWorkerd({ variables: { GATEWAY_MAX_REQUESTS: '2' } })
  path = await storedFile(worker.url)
  return () => worker.stop()
})

it('answers so many requests for content at a time as GATEWAY_MAX_REQUESTS says', async () => {
  const leaving = new AbortController()
  const unread = [await get(leaving.signal), await get(leaving.signal)]

  const refused = await get()
  const call = await fetch(new URL('/api/v0/version', worker.url), { method: 'POST' })
  leaving.abort()

  expect(unread.map(({ status }) => status)).toEqual([200, 200])
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '10'])
  expect(call.status).toBe(200)
  await expect.poll(underWay).toBe(0)
})

it('gives the place of each client back that leaves, whenever that is', async () => {
  for (let waitMs = 0; waitMs < 24; waitMs += 1) {
    const leaving = AbortSignal.timeout(waitMs)
    const body = get(leaving).then((response) => response.arrayBuffer())
    await body.catch(() => undefined)
  }

  await expect.poll(underWay).toBe(0)
  const { status, headers } = await get(AbortSignal.timeout(10_000))
  expect([status, headers.get('Content-Length')]).toEqual([200, String(LEAVES * LEAF_BYTES)])
})

it('is answered by the object when the front, which serves without it, has as many', async () => {
  const { url, stop } = await startWorkerd({
    variables: { GATEWAY_MAX_REQUESTS: '2', GATEWAY_READER_EXPIRY: '60s' },
  })
  onTestFinished(stop)
  const near = await storedFile(url)
  for (let time = 0; time < 3; time += 1) await (await fetch(new URL(near, url))).arrayBuffer()
  const leaving = new AbortController()
  const unread: Response[] = []

  while (unread.length < 5) unread.push(await fetch(new URL(near, url), leaving))
  leaving.abort()

  expect(unread.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429])
  expect(unread.map(({ headers }) => headers.get('Cache-Status')?.includes('hit') ?? false)).toEqual([
    ...[true, true, false, false, false],
  ])
  await expect
    .poll(async () => (await fetch(new URL(near, url), { method: 'HEAD' })).headers.get('Cache-Status'))
    .toMatch('hit')
})

function get(signal?: AbortSignal): Promise<Response> {
  return fetch(new URL(path, worker.url), signal && { signal })
}

async function storedFile(url: string): Promise<string> {
  const leaf = await rawFile(new Uint8Array(LEAF_BYTES).fill(7))
  const file = await chunkedFile(Array.from({ length: LEAVES }, () => leaf))
  await storeBlocks((target, init) => fetch(new URL(String(target), url), init), file.blocks)
  return `/ipfs/${file.cid}`
}

async function underWay(): Promise<number> {
  const response = await fetch(new URL('/api/v0/diag/sys', worker.url), { method: 'POST' })
  const { tidepool } = (await response.json()) as {
    tidepool: { activity: Record<'gateway-requests', { now: number }> }
  }
  return tidepool.activity['gateway-requests'].now
}
