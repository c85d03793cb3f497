import { describe, expect, it } from 'vitest'
import { auditRollapp } from '../../../src/audit/audit.ts'
import { cborBlock } from '../../../src/blocks/cbor-block.ts'
import { readCar } from '../../../src/codec/car/read-car.ts'
import { writeCar } from '../../../src/codec/car/write-car.ts'
import { blockKey, type CID, parseCid } from '../../../src/codec/cid/cid.ts'
import { listUpdates } from '../../../src/ledger/queries/list-updates.ts'
import { encodeRoot, FIRST_BLOCK, FIRST_ROOT } from '../../../src/ledger/state/root.ts'
import { type RemoteBudget, remoteBlocks } from '../../../src/net/trustless-gateway/remote-blocks.ts'
import type { Block } from '../../../src/ports/blockstore.ts'
import { BATCH_COMMITS } from '../audit/cheating-edge.ts'
import { type Between, EDGE, leftAt, twoNodes, until } from '../audit/two-nodes.ts'

const RECORDS = 3

/** One that brings the rollapp in, and for each record one more height and one submission. */
const ROOTS = 1 + 2 * RECORDS

describe('the roots of another ledger', () => {
  it('come with one request, which is left at the first of them', async () => {
    const nodes = await audited()
    const left = Promise.withResolvers<void>()
    nodes.intercept(forRoots(async (next) => new Response(told((await next()).body, left.resolve))))

    const { last } = await nodes.audit()

    expect(last).toMatchObject({ Records: `${RECORDS}`, Done: true })
    expect(last).not.toHaveProperty('Lie')
    await left.promise
    const [cars, singles] = [nodes.asked.filter(isCar), nodes.asked.filter((path) => !isCar(path))]
    expect(cars).toEqual([`/ipfs/${await nodes.edge.ledger.head()}?format=car`])
    for (const root of (await rootsOf(nodes.edge)).slice(1)) {
      expect(singles.filter((path) => path.includes(`${root}`))).toEqual([])
    }
  })

  it.each<[string, (next: () => Promise<Response>) => Promise<Response>]>([
    ['is refused', async () => new Response('no', { status: 403 })],
    ['is no CAR', async () => new Response('something else')],
    ['leads elsewhere', async () => Response.redirect('https://else.example/')],
    ['does not come', () => Promise.reject(new TypeError('fetch failed'))],
    ['has no end', async () => new Response(pouring())],
    ['holds other bytes', async (next) => changed(await next(), (blocks) => blocks.map(falsified))],
    ['has another order', async (next) => changed(await next(), (blocks) => blocks.toReversed())],
  ])('are asked for one by one when their answer %s', async (_, answer) => {
    const nodes = await audited()
    nodes.intercept(forRoots(answer))

    const { last } = await nodes.audit()

    expect(last).toMatchObject({ Records: `${RECORDS}`, Done: true })
    expect(last).not.toHaveProperty('Lie')
    expect(nodes.asked.filter(isCar)).toHaveLength(1)
    for (const root of await rootsOf(nodes.edge)) expect(nodes.asked).toContain(`/ipfs/${root}?format=raw`)
  })

  it('are asked for anew from where their answer broke off', async () => {
    const nodes = await audited()
    nodes.intercept(forRoots(async (next) => changed(await next(), (blocks) => blocks.slice(0, 2))))

    const { last } = await nodes.audit()

    expect(last).toMatchObject({ Records: `${RECORDS}`, Done: true })
    expect(last).not.toHaveProperty('Lie')
    expect(nodes.asked.filter(isCar)).toHaveLength(Math.ceil((ROOTS + 1) / 2))
  })

  it('are asked for one by one when their answer stops, and it is left', async () => {
    const clock = wakenClock()
    const nodes = await audited({ clock })
    const left = Promise.withResolvers<void>()
    nodes.intercept(forRoots(async () => new Response(stalling(clock.wake, left.resolve))))

    const { last } = await nodes.audit()

    expect(last).toMatchObject({ Records: `${RECORDS}`, Done: true })
    await left.promise
  })
})

describe('an audit of another node', () => {
  it('asks for several blocks at a time, and no more, and tells of them in their order', async () => {
    const nodes = await audited({ records: 24 })
    let [now, most] = [0, 0]
    nodes.intercept(async (_, next) => {
      now += 1
      most = Math.max(most, now)
      for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => setImmediate(resolve))
      now -= 1
      return next()
    })

    const { lines } = await nodes.audit()

    expect(lines.slice(0, -1).map((line) => line['Records'])).toEqual(
      Array.from({ length: 25 }, (_, at) => `${at}`),
    )
    expect(most).toBeGreaterThanOrEqual(8)
    expect(most).toBeLessThanOrEqual(18)
  })

  it('ends every request that is under way when the caller leaves', async () => {
    const nodes = await audited({ records: 12 })
    const caller = new AbortController()
    const held: AbortSignal[] = []
    const several = Promise.withResolvers<void>()
    const records = new Set(await recordsOf(nodes.edge))
    nodes.intercept((request, next) => {
      if (!records.has(nameIn(request.url))) return next()
      held.push(request.signal)
      if (held.length === 9) several.resolve()
      return until(request.signal)
    })

    const answer = nodes.audit('', { signal: caller.signal }).catch(() => undefined)
    await several.promise
    const count = nodes.asked.length
    caller.abort()
    await answer

    expect(held.every(({ aborted }) => aborted)).toBe(true)
    expect([held.length, nodes.asked.length]).toEqual([9, count])
  })

  it.each([
    ['roots', 'format=car'],
    ['head', '/head'],
  ])('leaves what it asked for when the caller leaves at the %s', async (_, part) => {
    const { signal, more } = await leftAt(await audited(), part)

    expect([signal.aborted, more]).toEqual([true, 0])
  })
})

describe('an audit of a hostile node', () => {
  it.each([
    ['by one answer', true],
    ['one by one', false],
  ])('reads no more roots than its budget has, %s', async (_, hasCar) => {
    const server = await rootServer({ roots: 300, padding: 0, hasCar })

    await expect(server.audit({ blocks: 100 })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/: 100 blocks of \d+ bytes are enough for one audit$/),
    })
    expect(server.asked()).toBe(hasCar ? 2 : 101)
    await expect.poll(server.open, { timeout: 20_000 }).toBe(0)
  })

  it.each([
    ['by one answer', true],
    ['one by one', false],
  ])('reads no more bytes than its budget has, but for the last block, %s', async (_, hasCar) => {
    const server = await rootServer({ roots: 30, padding: 256 * 1024, hasCar })

    await expect(server.audit({ totalBytes: 10 * 256 * 1024 })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/: 10 blocks of 26\d+ bytes are enough for one audit$/),
    })
    expect(server.asked()).toBe(hasCar ? 2 : 11)
    await expect.poll(server.open, { timeout: 20_000 }).toBe(0)
  })
})

const isCar = (path: string) => path.includes('format=car')

async function audited({
  records = RECORDS,
  ...options
}: Partial<Parameters<typeof twoNodes>[0]> & { readonly records?: number } = {}) {
  return twoNodes({ commits: records * BATCH_COMMITS, ...options })
}

function forRoots(answer: (next: () => Promise<Response>) => Promise<Response>): Between {
  return (request, next) => (isCar(request.url) ? answer(next) : next())
}

type Edge = Awaited<ReturnType<typeof twoNodes>>['edge']

async function rootsOf({ ledger }: Edge): Promise<readonly CID[]> {
  const roots: CID[] = []
  for (let cid: CID | undefined = await ledger.head(); cid && !cid.equals(FIRST_BLOCK.cid); ) {
    roots.push(cid)
    cid = (await ledger.open(cid)).prev
  }
  return roots
}

/** The names of the blocks of all records. */
async function recordsOf({ ledger, sequencer: { rollappId } }: Edge): Promise<readonly string[]> {
  const { items } = await listUpdates(await ledger.open(), { rollappId })
  return items.map(({ cid }) => `${cid}`)
}

const nameIn = (url: string) => /\/ipfs\/(\w+)/.exec(url)?.[1] ?? ''

async function changed(response: Response, change: (blocks: Block[]) => Block[]): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const { roots, blocks } = await readCar(one(bytes))
  const held: Block[] = []
  for await (const block of blocks) held.push(block)
  return new Response(streamOf(writeCar(roots, one(...change(held)))))
}

function streamOf(pieces: AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const { value } = await pieces.next()
        if (value) controller.enqueue(value)
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

async function* one<T>(...items: readonly T[]): AsyncGenerator<T> {
  yield* items
}

function falsified({ cid, bytes }: Block): Block {
  const other = bytes.slice()
  other[other.byteLength - 1] = 255 - (other.at(-1) ?? 0)
  return { cid, bytes: other }
}

function pouring(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) })
}

/** The same stream, which tells when it is left. */
function told(body: ReadableStream<Uint8Array> | null, left: () => void): ReadableStream<Uint8Array> {
  const reader = body?.getReader()
  return new ReadableStream(
    {
      async pull(controller) {
        const { value } = (await reader?.read()) ?? {}
        if (value) controller.enqueue(value)
        else controller.close()
      },
      async cancel(reason) {
        left()
        await reader?.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

/** Four bytes, and then nothing any more. */
function stalling(stopped: () => void, left: () => void): ReadableStream<Uint8Array> {
  let pulls = 0
  return new ReadableStream(
    {
      pull(controller) {
        pulls += 1
        if (pulls === 1) return controller.enqueue(new Uint8Array(4))
        stopped()
        return new Promise<void>(() => undefined)
      },
      cancel: left,
    },
    { highWaterMark: 0 },
  )
}

/** A clock that ends the last sleep when it is told to, and no other. */
function wakenClock() {
  let wake: () => void = () => undefined
  return {
    now: () => 0,
    wake: () => wake(),
    sleep: (_: number, { signal }: { readonly signal?: AbortSignal | undefined } = {}) =>
      new Promise<void>((resolve, reject) => {
        wake = resolve
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      }),
  }
}

interface RootServerOptions {
  readonly roots: number
  /** Bytes of each root beside what a root is. */
  readonly padding: number
  readonly hasCar: boolean
}

/** A node that has nothing but roots, more of them than anybody will read. */
async function rootServer({ roots, padding, hasCar }: RootServerOptions) {
  const chain: Block[] = [FIRST_BLOCK]
  for (let height = 1n; height <= roots; height += 1n) {
    const op = new Map([['type', 'p'.repeat(padding)]])
    chain.unshift(await cborBlock(encodeRoot({ ...FIRST_ROOT, height, prev: chain[0]?.cid, op })))
  }
  const [newest = FIRST_BLOCK] = chain
  const byKey = new Map(chain.map(({ cid, bytes }) => [blockKey(cid), bytes]))
  let [asked, open] = [0, 0]
  const respond = (path: string): Response => {
    const bytes = byKey.get(blockKey(parseCid(/\w+$/.exec(path.split('?')[0] ?? '')?.[0] ?? '')))
    if (!isCar(path)) return new Response(bytes?.slice())
    if (!hasCar) return new Response('no', { status: 403 })
    open += 1
    const body = streamOf(writeCar([newest.cid], one(...chain)))
    return new Response(told(body, () => (open -= 1)))
  }
  const outbound = {
    refusal: () => undefined,
    fetch: async ({ url }: Request) => {
      asked += 1
      return respond(url)
    },
  }
  return {
    asked: () => asked,
    open: () => open,
    async audit(budget: Partial<RemoteBudget>) {
      const most = { blocks: 1000, totalBytes: 2 ** 32, durationMs: 1, ...budget }
      const blocks = remoteBlocks(EDGE, { outbound, clock: wakenClock(), budget: most })
      const options = { rollappId: 'none_1-1', root: newest.cid, roots: blocks.roots }
      for await (const _ of auditRollapp(blocks, options));
    },
  }
}
