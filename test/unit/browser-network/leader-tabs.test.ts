import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { DomainError, isDomainError } from '../../../src/errors.ts'
import { memoryLogger } from '../../../src/memory/memory-logger.ts'
import type { PeerProcess } from '../../../src/ports/peer-process.ts'
import { callerName, holdLock, leaderName } from '../../../web/host/network/leader-locks.ts'
import { leaderTab } from '../../../web/host/network/leader-tab.ts'
import { type CandidateNode, leaderTerm } from '../../../web/host/network/leader-term.ts'
import { watchLeader } from '../../../web/host/network/leader-watch.ts'
import { runForLeader } from '../../../web/host/network/run-for-leader.ts'
import { rawBlock } from '../../contracts/blocks.ts'
import { handClock } from '../hand-clock.ts'

const MIB = 1024 * 1024

/** Of a process that does not lead. */
const OTHERS = { isLed: true }

describe('tabs that elect the one that runs the peer', () => {
  it('find no leader, at once, when no tab is a candidate', async () => {
    expect(await leaderTab(freshScope(), OTHERS).find()).toBeUndefined()
  })

  it('have one leader at a time, and the next one when it is closed', async () => {
    const scope = freshScope()
    const first = startTab(scope, { fetch: async () => new Response('first') })
    const second = startTab(scope, { fetch: async () => new Response('second') })
    const caller = leaderTab(scope, OTHERS)

    expect(await textFrom(caller)).toBe('first')
    expect([first.isLeading(), second.isLeading()]).toEqual([true, false])
    await first.close()
    await second.elected

    expect(await textFrom(caller)).toBe('second')
    expect([first.isLeading(), second.isLeading()]).toEqual([false, true])
  })

  it('give way to another when the peer does not start, and lead again after it', async () => {
    const scope = freshScope()
    const clock = handClock()
    const old = startNode(scope, { clock, name: 'old', isBroken: true })
    await old.elected
    const caller = leaderTab(scope, OTHERS)
    await clock.move(20_000)
    expect(await textFrom(caller)).toBe('old')

    const newer = startNode(scope, { clock, name: 'newer' })
    // The request of the newer tab for the lock.
    await turns()
    await clock.move(5_000)
    await newer.elected

    expect(await textFrom(caller)).toBe('newer')
    const again = old.electedAgain()
    await newer.close()
    await again
    expect(await textFrom(caller)).toBe('old')
  })

  it('do not look for another tab in the one that leads', async () => {
    const scope = freshScope()
    const tab = startTab(scope, {})
    await tab.elected

    expect(await leaderTab(scope, { isLed: false }).find()).toBeUndefined()
    expect(await leaderTab(scope, OTHERS).find()).toBeDefined()
  })
})

describe('watchLeader()', () => {
  it('follows the elections from the leader of now to the last one', async () => {
    const scope = freshScope()
    const early = await watchLeader(scope)
    expect(early.isLed).toBe(false)

    const first = startTab(scope, {})
    await expect.poll(() => early.isLed).toBe(true)
    const second = startTab(scope, {})
    const late = await watchLeader(scope)
    expect(late.isLed).toBe(true)

    await first.close()
    await expect.poll(() => [early.isLed, late.isLed, second.isLeading()]).toEqual([true, true, true])
    await second.close()
    await expect.poll(() => [early.isLed, late.isLed]).toEqual([false, false])
  })
})

describe('a request that is forwarded to the leader', () => {
  it('arrives with its method, headers and body, and its response comes back', async () => {
    const process = await processOf({
      async fetch(request) {
        const headers = { 'X-Seen': `${request.method} ${request.headers.get('X-Sent')} ${request.url}` }
        return new Response(await new Response(request.body).text(), { status: 201, headers })
      },
    })

    const init = { method: 'POST', headers: { 'X-Sent': 'yes' }, body: 'x'.repeat(3 * MIB) }
    const response = await process.fetch(new Request('http://page/api/v0/ping?arg=a', init))

    expect([response.status, response.headers.get('X-Seen')]).toEqual([
      201,
      'POST yes http://page/api/v0/ping?arg=a',
    ])
    expect(await response.text()).toBe(init.body)
  })

  it('has a response without a body where the answer has none', async () => {
    const process = await processOf({ fetch: async () => new Response(null, { status: 204 }) })

    const response = await process.fetch(new Request('http://page/'))

    expect([response.status, response.body]).toEqual([204, null])
  })

  it('is sent at most a window ahead of the reader of its response', async () => {
    let producedBytes = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        producedBytes += MIB / 4
        controller.enqueue(new Uint8Array(MIB / 4))
      },
    })
    const process = await processOf({ fetch: async () => new Response(body) })

    const response = await process.fetch(new Request('http://page/'))
    const reader = response.body?.getReader()
    for (let readBytes = 0; readBytes < 4 * MIB; ) readBytes += (await reader?.read())?.value?.byteLength ?? 0
    await turns()

    expect(producedBytes).toBeGreaterThanOrEqual(4 * MIB)
    expect(producedBytes).toBeLessThanOrEqual(6 * MIB)
    await reader?.cancel()
  })

  it('ends at the leader when the caller aborts it, or cancels its response', async () => {
    const seen: string[] = []
    const process = await processOf({
      async fetch({ url, signal }) {
        signal.addEventListener('abort', () => seen.push(`aborted ${url}`))
        if (url.endsWith('/waits')) return new Promise(() => undefined)
        return new Response(new ReadableStream({ cancel: () => void seen.push('cancelled') }))
      },
    })
    const leaving = new AbortController()

    const waiting = process.fetch(new Request('http://page/waits', { signal: leaving.signal }))
    leaving.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
    const { body } = await process.fetch(new Request('http://page/streams'))
    await body?.cancel()
    await turns()

    expect(seen).toEqual(['aborted http://page/waits', 'aborted http://page/streams', 'cancelled'])
  })

  it('fails so that it can be tried again, before and in its response, when the leader is closed', async () => {
    const scope = freshScope()
    const tab = startTab(scope, {
      async fetch({ url }) {
        if (url.endsWith('/waits')) return new Promise(() => undefined)
        return new Response(
          new ReadableStream({ start: (controller) => controller.enqueue(Uint8Array.of(1)) }),
        )
      },
    })
    await tab.elected
    const process = await foundBy(leaderTab(scope, OTHERS))
    const reader = (await process.fetch(new Request('http://page/streams'))).body?.getReader()
    await reader?.read()

    const errors = [process.fetch(new Request('http://page/waits')), reader?.read()].map(errorOf)
    await tab.close()

    for (const error of await Promise.all(errors)) expect(isDomainError(error, 'unavailable')).toBe(true)
    expect(await errorOf(process.fetch(new Request('http://page/')))).toMatchObject({ code: 'unavailable' })
    expect(await leaderTab(scope, OTHERS).find()).toBeUndefined()
  })

  it('is not sent to a leader that does not answer for ten seconds, and the next ones do not wait', async () => {
    const scope = freshScope()
    const silent = new AbortController()
    onTestFinished(() => silent.abort())
    await holdLock(leaderName(scope, 'silent'), silent.signal)
    const caller = leaderTab(scope, OTHERS)
    const called = () =>
      errorOf(foundBy(caller).then((process) => process.fetch(new Request('http://page/'))))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())

    const first = called()
    while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve))
    vi.advanceTimersByTime(10_000)

    expect(await first).toMatchObject({ code: 'unavailable' })
    expect(await called()).toMatchObject({ code: 'unavailable' })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is offered again to a leader that answers after more than ten seconds', async () => {
    const scope = freshScope()
    const stopped = new AbortController()
    onTestFinished(() => stopped.abort())
    await holdLock(leaderName(scope, 'stopped'), stopped.signal)
    const callers: string[] = []
    const hellos = new BroadcastChannel(leaderName(scope, 'stopped'))
    onTestFinished(() => hellos.close())
    hellos.onmessage = ({ data }) => callers.push(data.caller)
    const tabs = leaderTab(scope, OTHERS)
    const fetchBlock = () => errorOf(foundBy(tabs).then((process) => process.fetchBlock(block.cid)))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const first = fetchBlock()
    while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve))
    vi.advanceTimersByTime(10_000)
    await first
    vi.useRealTimers()
    await fetchBlock()
    expect(callers).toHaveLength(1)

    const late = new BroadcastChannel(callerName(scope, callers[0] ?? ''))
    onTestFinished(() => late.close())
    late.postMessage('welcome')
    await turns()

    void fetchBlock()
    await expect.poll(() => callers).toHaveLength(2)
  })

  it('carries the error of an answer that fails, and breaks off with one that fails later', async () => {
    const process = await processOf({
      async fetch({ url }) {
        if (url.endsWith('/fails')) throw new Error('a bug')
        return new Response(
          new ReadableStream({ pull: (controller) => controller.error(new Error('a bug')) }),
        )
      },
    })

    const failed = errorOf(process.fetch(new Request('http://page/fails')))
    const broken = process.fetch(new Request('http://page/breaks')).then((response) => response.text())

    for (const error of [await failed, await errorOf(broken)]) {
      expect(error).toMatchObject({ code: 'unavailable' })
      expect(String(error)).not.toContain('a bug')
    }
  })
})

describe('a block that is wanted from the leader', () => {
  it('is stored or missing', async () => {
    const { cid } = await rawBlock(Uint8Array.of(1))
    const other = await rawBlock(Uint8Array.of(2))
    const process = await processOf({ fetchBlock: async (wanted) => wanted.equals(cid) })

    expect(await Promise.all([process.fetchBlock(cid), process.fetchBlock(other.cid)])).toEqual([true, false])
  })

  it('is no longer fetched when the caller has left', async () => {
    const { cid } = await rawBlock(Uint8Array.of(1))
    const ended = Promise.withResolvers<unknown>()
    const process = await processOf({
      fetchBlock: (_, { signal } = {}) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            ended.resolve(signal.reason)
            reject(signal.reason)
          })
        }),
    })
    const leaving = new AbortController()

    const wanted = process.fetchBlock(cid, { signal: leaving.signal })
    leaving.abort(new Error('left'))

    await expect(wanted).rejects.toThrow('left')
    expect(await ended.promise).toMatchObject({ name: 'AbortError' })
  })
})

const block = await rawBlock(Uint8Array.of(1))

let scopes = 0

function freshScope(): string {
  scopes += 1
  return `leader-tabs-${scopes}`
}

/** A tab that takes part in the election until it is closed, or the test is over. */
function startTab(scope: string, leader: Partial<PeerProcess>) {
  const closing = new AbortController()
  const elected = Promise.withResolvers<void>()
  let isLeading = false
  const over = runForLeader({
    scope,
    signal: closing.signal,
    lead() {
      isLeading = true
      elected.resolve()
      return {
        leader: { fetch: unasked, fetchBlock: unasked, ...leader },
        async stop() {
          isLeading = false
        },
      }
    },
  })
  const close = () => {
    closing.abort(new Error('closed'))
    return over
  }
  onTestFinished(close)
  return { close, elected: elected.promise, isLeading: () => isLeading }
}

interface NodeOptions extends Pick<CandidateNode, 'clock'> {
  readonly name: string
  /** The code of the peer cannot be loaded. */
  readonly isBroken?: boolean
}

/** A tab whose node is a candidate, and answers its name, until it is closed, or the test is over. */
function startNode(scope: string, { clock, name, isBroken = false }: NodeOptions) {
  const closing = new AbortController()
  let elected = Promise.withResolvers<void>()
  const parts = {
    network: { peer: async () => undefined, stop: async () => undefined },
    bootstrap: { list: async () => [] },
  }
  const node = {
    clock,
    logger: memoryLogger(),
    fetch: async () => new Response(name),
    async use() {
      if (isBroken) throw new DomainError('unavailable', 'Cannot load the peer')
      return parts
    },
  } as unknown as CandidateNode
  const over = runForLeader({
    scope,
    signal: closing.signal,
    lead(turn) {
      elected.resolve()
      return leaderTerm(node, turn)
    },
  })
  const close = () => {
    closing.abort(new Error('closed'))
    return over
  }
  onTestFinished(close)
  return {
    close,
    elected: elected.promise,
    electedAgain() {
      elected = Promise.withResolvers()
      return elected.promise
    },
  }
}

async function unasked(): Promise<never> {
  throw new Error('not asked for')
}

async function foundBy(caller: ReturnType<typeof leaderTab>): Promise<PeerProcess> {
  const process = await caller.find()
  if (!process) throw new Error('no tab leads')
  return process
}

/** A leader in a tab of its own, as another process sees it. */
async function processOf(leader: Partial<PeerProcess>): Promise<PeerProcess> {
  const scope = freshScope()
  await startTab(scope, leader).elected
  return foundBy(leaderTab(scope, OTHERS))
}

async function textFrom(caller: ReturnType<typeof leaderTab>): Promise<string> {
  const process = await foundBy(caller)
  return (await process.fetch(new Request('http://page/'))).text()
}

const errorOf = (promise: Promise<unknown> | undefined): Promise<unknown> =>
  Promise.resolve(promise).then(
    () => undefined,
    (error: unknown) => error,
  )

/** Messages of a channel arrive in turns of their own. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve))
}
