import { beforeAll, expect, it } from 'vitest'
import { startWorkerd } from '../hosts/start-workerd.ts'
import { chunkedFile, rawFile, storeBlocks } from '../requests/stored-tree.ts'

/** More than the runtime and the sockets take from a node before a client reads. */
const LEAVES = 64
const LEAF_BYTES = 512 * 1024

let worker: Awaited<ReturnType<typeof startWorkerd>>
let path: string

beforeAll(async () => {
  worker = await startWorkerd({ variables: { GATEWAY_MAX_REQUESTS: '2' } })
  const leaf = await rawFile(new Uint8Array(LEAF_BYTES).fill(7))
  const file = await chunkedFile(Array.from({ length: LEAVES }, () => leaf))
  await storeBlocks((target, init) => fetch(new URL(String(target), worker.url), init), file.blocks)
  path = `/ipfs/${file.cid}`
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

function get(signal?: AbortSignal): Promise<Response> {
  return fetch(new URL(path, worker.url), signal && { signal })
}

async function underWay(): Promise<number> {
  const response = await fetch(new URL('/api/v0/diag/sys', worker.url), { method: 'POST' })
  const { tidepool } = (await response.json()) as {
    tidepool: { activity: Record<'gateway-requests', { now: number }> }
  }
  return tidepool.activity['gateway-requests'].now
}
