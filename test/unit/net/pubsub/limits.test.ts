import { describe, expect, it } from 'vitest'
import { parsePeerId } from '../../../../src/codec/cid/peer-id.ts'
import { fixedClock } from '../../../../src/memory/fixed-clock.ts'
import { memoryDatastore } from '../../../../src/memory/memory-datastore.ts'
import { createAcceptedRate } from '../../../../src/net/pubsub/accepted-rate.ts'
import { createAuthorSequences } from '../../../../src/net/pubsub/author-sequences.ts'
import type { TopicMessage } from '../../../../src/net/pubsub/message.ts'
import { createPacedPublishing } from '../../../../src/net/pubsub/paced-publishing.ts'
import { createSubscriptions } from '../../../../src/net/pubsub/subscriptions.ts'

const AUTHOR = parsePeerId('12D3KooWGWFTLmNTYfvcknsDpWYvpFMBypWz6HBkgiEibmAfyrCg')
const OTHER = parsePeerId('QmZTR5bcpQD7cFgTorqxZDYaew1Wqgfbd2ud9QqGPAkK2V')

const message = (sizeBytes: number, topic = 'a'): TopicMessage => ({
  from: AUTHOR,
  data: new Uint8Array(sizeBytes),
  sequence: 1n,
  topic,
})

describe('a subscriber that does not read', () => {
  it.each([
    ['small ones', 10, 1000, 256],
    ['large ones', 512 * 1024, 20, 4],
  ])('misses messages and holds a bounded number of %s', async (_, sizeBytes, sent, held) => {
    const subscriptions = createSubscriptions()
    const queue = subscriptions.add('a', undefined)

    for (let count = 0; count < sent; count += 1) subscriptions.deliver(message(sizeBytes))

    expect(queue.dropped).toBe(sent - held)
    const reading = queue.read({})
    for (let count = 0; count < held; count += 1) expect((await reading.next()).done).toBe(false)
    queue.close()
    expect((await reading.next()).done).toBe(true)
  })

  it('leaves room for others only within 16 MiB of all', () => {
    const subscriptions = createSubscriptions()
    const queues = Array.from({ length: 20 }, (_, at) => subscriptions.add(`t${at}`, undefined))

    for (let at = 0; at < 20; at += 1) subscriptions.deliver(message(1_000_000, `t${at}`))
    const dropped = () => queues.reduce((sum, queue) => sum + queue.dropped, 0)
    expect(dropped()).toBe(4)

    queues[0]?.close()
    subscriptions.deliver(message(1_000_000, 't19'))
    expect(dropped()).toBe(4)
  })

  it('ends with its signal, also while it waits', async () => {
    const leaving = new AbortController()
    const reading = createSubscriptions().add('a', undefined).read({ signal: leaving.signal })
    const next = reading.next()

    leaving.abort()

    expect((await next).done).toBe(true)
  })
})

describe('subscriptions', () => {
  it('are at most 1,000, in at most 500 topics', () => {
    const subscriptions = createSubscriptions()
    for (let at = 0; at < 500; at += 1) subscriptions.add(`t${at}`, undefined)
    expect(() => subscriptions.add('more', undefined)).toThrow('there are 500 topics')

    const queues = Array.from({ length: 500 }, () => subscriptions.add('t0', undefined))

    expect(() => subscriptions.add('t0', undefined)).toThrow('1000 subscriptions are open')
    for (const queue of queues) subscriptions.remove('t0', queue)
    expect(subscriptions.remove('t0', subscriptions.add('t0', undefined))).toBe(false)
  })
})

describe('the accepted rate', () => {
  it('takes 8 MiB at once, 4 MiB a second, and counts each message as 8 KiB or more', () => {
    const clock = fixedClock()
    const rate = createAcceptedRate(clock)
    const accepted = (sizeBytes: number) => {
      let count = 0
      while (rate.accepts(sizeBytes)) count += 1
      return count
    }

    expect(accepted(1024 * 1024)).toBe(8)
    void clock.sleep(1000)
    expect(accepted(1)).toBe(512)
    void clock.sleep(3_600_000)
    expect(accepted(0)).toBe(1024)
    expect(rate.refused).toBe(3)
  })
})

describe('the last numbers of authors', () => {
  const MINUTE_MS = 60_000
  const sequences = (ports = { datastore: memoryDatastore(), clock: fixedClock() }) => ({
    ...ports,
    sequences: createAuthorSequences(ports),
  })
  const from = (sequence: bigint, author = AUTHOR) => ({ from: author, sequence })

  it('refuse an old message after its id is forgotten, and let messages overtake one another before', async () => {
    const { sequences: numbers, clock } = sequences()

    expect([await numbers.accepts(from(9n)), await numbers.accepts(from(7n))]).toEqual([true, true])
    await clock.sleep(MINUTE_MS)

    expect([await numbers.accepts(from(7n)), await numbers.accepts(from(9n))]).toEqual([false, false])
    expect([await numbers.accepts(from(10n)), await numbers.accepts(from(1n, OTHER))]).toEqual([true, true])
  })

  it('outlast a restart, and are forgotten on request', async () => {
    const { sequences: numbers, datastore, clock } = sequences()
    await numbers.accepts(from(9n))
    await numbers.accepts(from(9n, OTHER))
    await numbers.save({})

    const { sequences: later } = sequences({ datastore, clock })
    expect([await later.accepts(from(9n)), await later.accepts(from(10n))]).toEqual([false, true])
    expect([
      await later.reset(AUTHOR, {}),
      await later.reset(AUTHOR, {}),
      await later.reset(undefined, {}),
    ]).toEqual([1, 0, 1])

    expect(await sequences({ datastore, clock }).sequences.accepts(from(1n))).toBe(true)
  })

  it('are kept of 4,096 authors, in storage too', async () => {
    const { sequences: numbers, datastore } = sequences()
    const author = (at: number) => ({ ...AUTHOR, bytes: new Uint8Array([0, 4, at >> 8, at & 255, 1, 1]) })
    for (let at = 0; at < 4200; at += 1) {
      await numbers.accepts(from(1n, author(at)))
      if (at % 1000 === 0) await numbers.save({})
    }
    await numbers.save({})

    let rows = 0
    for await (const _ of datastore.range({})) rows += 1
    expect(rows).toBe(4096)
  })
})

describe('paced publishing', () => {
  it('runs one after another with a pause, and refuses more than 400 that wait', async () => {
    const pauses: (() => void)[] = []
    const publishing = createPacedPublishing({ sleep: () => new Promise((resolve) => pauses.push(resolve)) })
    const done: number[] = []
    const publish = (at: number, signal?: AbortSignal) =>
      publishing(async () => void done.push(at), { signal })
    const leaving = new AbortController()

    const waiting = [publish(0), publish(1, leaving.signal), publish(2)]
    await waiting[0]
    expect(done).toEqual([0])
    leaving.abort()
    await expect(waiting[1]).rejects.toThrow()
    pauses.pop()?.()
    await waiting[2]

    expect(done).toEqual([0, 2])
    const many = Array.from({ length: 400 }, (_, at) => publish(at))
    await expect(publish(400)).rejects.toThrow('400 messages wait already')
    for (const one of many) one.catch(() => undefined)
  })
})
