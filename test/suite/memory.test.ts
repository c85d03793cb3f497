import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { host, send } from '#host'
import { expectRest, readings } from '../requests/activity.ts'
import { lines } from '../requests/add.ts'
import { file, streamedForm } from '../requests/form.ts'
import { countEqual, randomChunks } from '../requests/random-bytes.ts'
import { removeContent } from '../requests/remove-content.ts'

const MIB = 1024 * 1024
/** What all requests together may hold on their way into the store. */
const BOUND_BYTES = 48 * MIB
/** The host in memory keeps what it stores in this process: a smaller body asks the same questions. */
const BODY = { seed: 300, sizeBytes: host === 'memory' ? 16 * MIB : BOUND_BYTES + 2 * MIB }
const TIMEOUT_MS = 180_000

/** A body of random bytes which never exists as a whole. */
async function* bytes(): AsyncGenerator<Uint8Array> {
  yield* randomChunks(BODY.seed, BODY.sizeBytes)
}

async function add(query: string, init: RequestInit = {}): Promise<Response> {
  return send(`/api/v0/add?cid-version=1${query}`, { ...streamedForm(file('big', bytes())), ...init })
}

function body(response: Response): ReadableStream<Uint8Array> {
  if (!response.body) throw new Error(`no body: ${response.status}`)
  return response.body
}

describe('a body far larger than any buffer', { timeout: TIMEOUT_MS }, () => {
  let cid = ''

  beforeAll(async () => {
    const response = await add('')
    cid = lines<{ Hash: string }>(await response.text()).at(-1)?.Hash ?? ''
  }, TIMEOUT_MS)

  afterAll(() => removeContent(cid), TIMEOUT_MS)

  it('comes back equal through cat', async () => {
    const response = await send(`/api/v0/cat?arg=${cid}`, { method: 'POST' })

    expect(await countEqual(body(response), BODY)).toBe(BODY.sizeBytes)
  })

  it('comes back equal through get, inside a tar', async () => {
    const response = await send(`/api/v0/get?arg=${cid}`, { method: 'POST' })

    expect(await countEqual(withoutTarHeader(body(response)), BODY)).toBe(BODY.sizeBytes)
  })

  it('comes back equal through the gateway, with its length declared', async () => {
    const response = await send(`/ipfs/${cid}`)

    expect(response.headers.get('Content-Length')).toBe(String(BODY.sizeBytes))
    expect(await countEqual(body(response), BODY)).toBe(BODY.sizeBytes)
  })

  it('ends all work for a reader that leaves halfway', async () => {
    for (const response of [
      await send(`/api/v0/cat?arg=${cid}`, { method: 'POST' }),
      await send(`/api/v0/get?arg=${cid}`, { method: 'POST' }),
      await send(`/ipfs/${cid}`),
    ]) {
      const reader = body(response).getReader()
      await reader.read()
      await reader.cancel()
    }

    await expectRest()
  })

  it('ends all work for an add whose sender leaves halfway', async () => {
    const abort = new AbortController()
    const response = await add('&progress=true&chunker=size-262143', { signal: abort.signal })
    await body(response).getReader().read()

    abort.abort()

    await expectRest()
  })

  it('never holds more than the bounds', async () => {
    const { 'storage-operations': operations, 'bytes-in-flight': inFlight } = await readings()

    expect(inFlight.peak).toBeGreaterThan(0)
    expect(inFlight.peak).toBeLessThanOrEqual(BOUND_BYTES)
    if (host === 'edge') expect(operations.peak).toBeLessThanOrEqual(6)
  })
})

/** A tar of one file begins with one header of 512 bytes. */
function withoutTarHeader(tar: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let left = 512
  return tar.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        const rest = chunk.subarray(Math.min(left, chunk.byteLength))
        left -= chunk.byteLength - rest.byteLength
        if (rest.byteLength > 0) controller.enqueue(rest)
      },
    }),
  )
}
