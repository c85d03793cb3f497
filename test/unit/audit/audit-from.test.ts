import { describe, expect, it } from 'vitest'
import { blockKey, type CID, parseCid } from '../../../src/codec/cid/cid.ts'
import { parseContentPath } from '../../../src/ledger/identifiers/da-path.ts'
import { getUpdate } from '../../../src/ledger/queries/read-update.ts'
import { fixedClock } from '../../../src/memory/fixed-clock.ts'
import type { StorageNode } from '../../../src/node/create.ts'
import { BATCH_COMMITS } from './cheating-edge.ts'
import { type Between, commit, EDGE, leftAt, type TwoNodes, twoNodes, until } from './two-nodes.ts'

describe('ledger/audit?from=', () => {
  it("audits another node's ledger by nothing but its public reads, and keeps nothing of it", async () => {
    const nodes = await twoNodes({ commits: 3 * BATCH_COMMITS + 1 })
    const before = await nodes.auditor.blockstore.totals()

    const { last, lines } = await nodes.audit()

    expect(last).toMatchObject({
      RollappId: nodes.edge.sequencer.rollappId,
      Root: { '/': `${await nodes.edge.ledger.head()}` },
      ...{ Records: '4', Commits: 13, Done: true },
    })
    expect(last).not.toHaveProperty('Fault')
    expect(lines).toHaveLength(6)
    expect(lines[0]).toMatchObject({ Records: '0', Done: false })
    expect(nodes.asked.at(0)).toBe('/tidepool/ledger/rollapp/head')
    const others = nodes.asked.slice(1).filter((path) => !/^\/ipfs\/\w+\?format=raw$/.test(path))
    expect(others).toEqual([expect.stringMatching(/^\/ipfs\/\w+\?format=car$/)])
    expect(new Set(nodes.asked).size).toBe(nodes.asked.length)
    expect(await nodes.auditor.blockstore.totals()).toEqual(before)
  })

  it('finds no fault in a node whose ledger is empty, and accepts its root as known later', async () => {
    const nodes = await twoNodes({ commits: 0 })
    const { last } = await nodes.audit()
    expect(last).toMatchObject({ Records: '0', Commits: 0, Done: true })
    expect(last).not.toHaveProperty('Fault')

    await commit(nodes.edge, 1)

    const known = Object(last['Root'])['/']
    const after = await nodes.audit(`known=${known}`)
    expect(after.last).toMatchObject({ Records: '1', Done: true })
    expect(after.last).not.toHaveProperty('Fault')
  })

  it('sees that the other node took back what it said before', async () => {
    const nodes = await twoNodes({ commits: BATCH_COMMITS })
    const before = await nodes.edge.ledger.head()
    await commit(nodes.edge, 1)
    const known = await nodes.edge.ledger.head()
    nodes.intercept(withHead({ root: `${before}`, rollappId: nodes.edge.sequencer.rollappId }))

    expect((await nodes.audit(`known=${known}`)).last['Fault']).toMatchObject({ Kind: 'equivocated' })
  })

  for (const status of [404, 410, 451]) {
    it(`calls a block withheld that is answered with ${status}, though this node holds it`, async () => {
      const nodes = await twoNodes({ commits: 2 * BATCH_COMMITS })
      const cid = await contentOf(nodes.edge, 2n)
      const bytes = await nodes.edge.blockstore.get(cid)
      if (bytes) await nodes.auditor.blockstore.put(cid, bytes)
      nodes.intercept(forBlock(cid, async () => new Response('no', { status })))

      const { last } = await nodes.audit()

      expect(last).toMatchObject({ Records: '1', Fault: { Kind: 'withheld' }, Done: true })
      expect(Object(last['Fault']).Message).toContain(`${cid}`)
    })
  }

  it.each(['root', 'record', 'content'] as const)('refuses other bytes for a %s', async (what) => {
    const nodes = await twoNodes({ commits: BATCH_COMMITS })
    const cid = await blockOf(nodes, what)
    nodes.intercept(
      forBlock(cid, async (next) => {
        const bytes = new Uint8Array(await (await next()).arrayBuffer())
        bytes[bytes.byteLength - 1] = 255 - (bytes.at(-1) ?? 0)
        return new Response(bytes)
      }),
    )

    const { last } = await nodes.audit()

    expect(last).toMatchObject({ Fault: { Kind: 'unreadable' }, Done: true })
    expect(Object(last['Fault']).Message).toBe(`"${EDGE}" answers block "${cid}" with other bytes`)
  })

  it.each([
    ['is larger than any', () => new Response(new Uint8Array(2 * 1024 * 1024 + 1))],
    ['has no end', () => new Response(endless().stream)],
  ])('reads no further than a block can be long when one %s', async (_, answer) => {
    const nodes = await twoNodes({ commits: BATCH_COMMITS })
    nodes.intercept(forBlock(await contentOf(nodes.edge, 1n), async () => answer()))

    expect((await nodes.audit()).last).toMatchObject({ Fault: { Kind: 'unreadable' }, Done: true })
  })

  it('leaves an endless answer', async () => {
    const nodes = await twoNodes({ commits: 1 })
    const { stream, isLeft } = endless()
    nodes.intercept(forBlock(await nodes.edge.ledger.head(), async () => new Response(stream)))

    await nodes.audit()

    expect(isLeft()).toBe(true)
  })
})

describe('ledger/audit?from= finds nothing, and says what to do, when', () => {
  it.each([
    [
      'the host does not answer',
      async () => Promise.reject(new TypeError('fetch failed')),
      'it does not answer',
    ],
    ['the answer is an error', async () => new Response('no', { status: 500 }), 'it answers 500'],
    ['access is refused', async () => new Response('no', { status: 403 }), 'it answers 403'],
    ['the answer leads elsewhere', async () => Response.redirect('https://else.example/'), 'another address'],
  ])('%s', async (_, answer, text) => {
    const nodes = await twoNodes({ commits: BATCH_COMMITS, clock: soonAgain() })
    const begun = await nodes.audit()
    expect(begun.last).toMatchObject({ Done: true })

    for (const between of [answer, forBlock(await contentOf(nodes.edge, 1n), answer)]) {
      nodes.intercept(between)
      const { last } = await nodes.audit()
      expect(last).toMatchObject({ Type: 'error', Message: expect.stringContaining(text) })
      expect(last).not.toHaveProperty('Fault')
    }
    expect(nodes.asked.filter((path) => path.startsWith('https:'))).toEqual([])
  })

  it.each([
    ['a page', '<!doctype html>'],
    ['other JSON', '{"root":7}'],
    ['nothing but a list', '[]'],
    ['no CID', '{"root":"x","rollappId":"a_1-1"}'],
    ['more than a head can be', JSON.stringify({ root: 'x'.repeat(5000) })],
  ])('what answers is no node: %s', async (_, body) => {
    const nodes = await twoNodes({ commits: 0 })
    nodes.intercept(async () => new Response(body))

    const { status, last } = await nodes.audit()

    expect(status).toBe(500)
    expect(last['Message']).toBe(
      `Cannot audit "${EDGE}": what answers there tells no root of a ledger. Check the address, then try again`,
    )
  })

  it('a host is busy for a while: it is asked again', async () => {
    const nodes = await twoNodes({ commits: BATCH_COMMITS, clock: soonAgain() })
    let times = 0
    nodes.intercept(async (_, next) => {
      times += 1
      return times % 3 === 0 ? next() : new Response('later', { status: 503 })
    })

    const { last } = await nodes.audit()

    expect(last).toMatchObject({ Records: '1', Done: true })
    expect(last).not.toHaveProperty('Fault')
  })

  it('an answer does not come in time', async () => {
    const nodes = await twoNodes({ commits: BATCH_COMMITS, clock: fixedClock() })
    nodes.intercept((request) => until(request.signal))

    const { last } = await nodes.audit()

    expect(last['Message']).toContain('no whole answer within 30 seconds')
  })

  it('an answer begins, and then does not go on in time', async () => {
    let late = () => {}
    const clock = {
      now: () => 0,
      sleep: (_: number, { signal }: { readonly signal?: AbortSignal | undefined } = {}) =>
        new Promise<void>((resolve, reject) => {
          late = resolve
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
        }),
    }
    const nodes = await twoNodes({ commits: BATCH_COMMITS, clock })
    const isLeft = Promise.withResolvers<void>()
    const stalled = () =>
      new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new Uint8Array(4)),
        async pull() {
          late()
          await new Promise(() => undefined)
        },
        cancel: () => isLeft.resolve(),
      })
    nodes.intercept(forBlock(await contentOf(nodes.edge, 1n), async () => new Response(stalled())))

    const { last } = await nodes.audit()

    expect(last['Message']).toContain('no whole answer within 30 seconds')
    await isLeft.promise
  })

  it('the whole takes longer than an audit may', async () => {
    let nowMs = 0
    const clock = { ...soonAgain(), now: () => nowMs }
    const nodes = await twoNodes({ commits: BATCH_COMMITS, clock })
    nodes.intercept(async (_, next) => {
      nowMs += 60 * 60 * 1000
      return next()
    })

    expect((await nodes.audit()).last['Message']).toMatch(/enough for one audit$/)
  })
})

describe('ledger/audit?from= makes no request', () => {
  it.each(['nonsense', 'ftp://edge.example', 'https://edge.example/ipfs', 'https://a:b@edge.example', '/x'])(
    'of the origin "%s"',
    async (from) => {
      const nodes = await twoNodes({ commits: 0 })

      const { status, last } = await nodes.audit('', { from })

      expect([status, nodes.asked]).toEqual([400, []])
      expect(last['Message']).toMatch(/^invalid from/)
    },
  )

  it('whom the host does not let it', async () => {
    const nodes = await twoNodes({
      commits: 0,
      outbound: { refusal: () => 'nobody named it', fetch: () => Promise.reject(new Error('was asked')) },
    })

    expect((await nodes.audit()).last['Message']).toBe(`Cannot ask "${EDGE}": nobody named it`)
  })

  it('once the caller has left, in the middle of an answer too', async () => {
    const nodes = await twoNodes({ commits: BATCH_COMMITS })

    const { signal, more } = await leftAt(nodes, `${await contentOf(nodes.edge, 1n)}`)

    expect([signal.aborted, more]).toEqual([true, 0])
  })
})

/** Answers one block, and passes on the rest. */
function forBlock(cid: CID, answer: (next: () => Promise<Response>) => Promise<Response>): Between {
  return (request, next) => {
    const name = /^\/ipfs\/(\w+)$/.exec(new URL(request.url).pathname)?.[1]
    const isIt = name !== undefined && blockKey(parseCid(name)) === blockKey(cid)
    return isIt ? answer(next) : next()
  }
}

function withHead(head: object): Between {
  return (request, next) => (request.url.endsWith('/head') ? Promise.resolve(Response.json(head)) : next())
}

async function blockOf({ edge }: TwoNodes, what: 'root' | 'record' | 'content'): Promise<CID> {
  if (what === 'root') return edge.ledger.head()
  if (what === 'content') return contentOf(edge, 1n)
  return (await updateOf(edge, 1n)).cid
}

async function contentOf(edge: StorageNode, index: bigint): Promise<CID> {
  const content = parseContentPath((await updateOf(edge, index)).record.DAPath)
  if (!content) throw new Error('the record has no content path')
  return content.cid
}

async function updateOf({ ledger, sequencer: { rollappId } }: StorageNode, index: bigint) {
  return getUpdate(await ledger.open(), { rollappId, index })
}

function endless() {
  let isLeft = false
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
    cancel() {
      isLeft = true
    },
  })
  return { stream, isLeft: () => isLeft }
}

/** No answer is late, and a pause before a retry takes no time. */
function soonAgain() {
  const waiting = (signal: AbortSignal | undefined) => (signal ? until(signal) : Promise.resolve())
  return {
    now: () => 0,
    sleep: (durationMs: number, { signal }: { readonly signal?: AbortSignal | undefined } = {}) =>
      durationMs < 1000 ? Promise.resolve() : waiting(signal),
  }
}
