import { base36 } from 'multiformats/bases/base36'
import { CID } from 'multiformats/cid'
import * as Digest from 'multiformats/hashes/digest'
import { describe, expect, it } from 'vitest'
import { tokenPolicy } from '../../../src/access/policy.ts'
import { type AppOptions, createApp } from '../../../src/app.ts'
import type { PeerId } from '../../../src/codec/cid/peer-id.ts'
import { LOOP_HEADER, LOOP_MARK } from '../../../src/http/loop-mark.ts'
import { handClock } from '../hand-clock.ts'
import { memoryNode } from '../memory-ports.ts'

const CONTENT = '/ipfs/bafkqaaa'
const LIBP2P_KEY = 0x72
const TTL_MS = 300_000
const PUBLISH = { key: 'self', lifetimeMs: 3_600_000, ttlMs: TTL_MS, hasV1: true }

const nameOf = (digest: Digest.Digest<number, number>) => CID.createV1(LIBP2P_KEY, digest).toString(base36)

/** Two nodes: the first publishes a name, of which the second knows by a router alone. */
async function twoNodes() {
  const clock = handClock(1e12)
  const random = { bytes: (count: number) => new Uint8Array(count).fill(7) }
  const [publisher, node] = [await memoryNode({ clock, random }), await memoryNode({ clock })]
  const { peerId } = publisher.identity
  let asked = 0
  let answers = async (): Promise<void> => undefined
  node.routing.add({
    name: 'router',
    kind: 'delegated',
    async *get(name: PeerId) {
      asked += 1
      await answers()
      const record = await publisher.names.find(name)
      if (record) yield record.bytes
    },
  })
  return {
    clock,
    node,
    name: nameOf(Digest.decode(peerId.bytes)),
    publish: () => publisher.names.publish(CONTENT, PUBLISH),
    asked: () => asked,
    /** Lets the router answer only when the task has ended. */
    hold: (until: Promise<void>) => {
      answers = () => until
    },
  }
}

describe('a search for the record of a name', () => {
  it('is not repeated for ten seconds where nobody had one, unless the caller wants it', async () => {
    const { clock, node, name, publish, asked } = await twoNodes()
    const resolve = (options = {}) => node.names.resolve(name, options)
    await expect(resolve()).rejects.toMatchObject({ code: 'not-found' })
    await publish()

    await clock.move(9_000)
    await expect(resolve()).rejects.toMatchObject({ code: 'not-found' })
    expect(asked()).toBe(1)
    await clock.move(1_000)

    expect(await resolve()).toMatchObject({ path: CONTENT })
    expect(await resolve({ isFresh: true })).toMatchObject({ path: CONTENT })
    expect(asked()).toBe(3)
  })

  it('is repeated at once after one with a time limit', async () => {
    const { node, name, publish } = await twoNodes()
    await expect(node.names.resolve(name, { maxMs: 10 })).rejects.toMatchObject({ code: 'not-found' })
    await publish()

    expect(await node.names.resolve(name)).toMatchObject({ path: CONTENT })
  })

  it('gives what is left of the ttl until others are asked again', async () => {
    const { clock, node, name, publish } = await twoNodes()
    await publish()
    const ttls: number[] = []

    for (let at = 0; at < 3; at += 1) {
      ttls.push((await node.names.resolve(name)).ttlMs)
      await clock.move(TTL_MS / 2)
    }

    expect(ttls).toEqual([TTL_MS, TTL_MS / 2, TTL_MS])
  })
})

describe('a client of the gateway', () => {
  async function served(options: AppOptions) {
    const nodes = await twoNodes()
    const app = createApp(nodes.node, tokenPolicy(new Map()), options)
    const get = async (name: string, headers: Record<string, string> = {}) =>
      app.fetch(new Request(`http://node.example/ipns/${name}`, { headers }))
    return { ...nodes, get }
  }
  /** A name of a key that nobody has. */
  const unknownName = (number: number) => nameOf(Digest.create(0x12, new Uint8Array(32).fill(number)))

  it('starts no search where the gateway does not fetch, or for a request of another node', async () => {
    const closed = await served({})
    const open = await served({ doesGatewayFetch: true })
    await Promise.all([closed.publish(), open.publish()])

    expect((await closed.get(closed.name)).status).toBe(404)
    expect((await open.get(open.name, { [LOOP_HEADER]: LOOP_MARK })).status).toBe(404)
    expect((await closed.get(`${closed.name}?format=ipns-record`)).status).toBe(404)
    expect([closed.asked(), open.asked()]).toEqual([0, 0])
    expect((await open.get(`${open.name}?format=ipns-record`, { [LOOP_HEADER]: LOOP_MARK })).status).toBe(404)
    expect((await open.get(`${open.name}?format=ipns-record`)).status).toBe(200)
    expect((await open.get(open.name)).status).toBe(200)
  })

  it('gets the record that is here when no router answers for three seconds, and at once while another waits', async () => {
    const { node, name, clock, publish, asked, get, hold } = await served({ doesGatewayFetch: true })
    await publish()
    await node.names.resolve(name)
    await clock.move(TTL_MS)
    hold(new Promise(() => undefined))

    let isAnswered = false
    const first = get(name).finally(() => {
      isAnswered = true
    })
    await expect.poll(asked).toBe(2)
    expect((await get(name)).status).toBe(200)
    await clock.move(2_999)
    expect(isAnswered).toBe(false)
    await clock.move(1)

    expect((await first).status).toBe(200)
    expect((await get(name)).status).toBe(200)
    expect(asked()).toBe(2)
  })

  it('is one of 16 whose names are searched at a time, and of 256 who wait', async () => {
    const { node, name, clock, publish, asked, get, hold } = await served({ doesGatewayFetch: true })
    await publish()
    await node.names.resolve(name)
    await clock.move(TTL_MS)
    const { promise, resolve: answer } = Promise.withResolvers<void>()
    hold(promise)

    const waiting = Array.from({ length: 16 + 256 }, (_, at) => get(unknownName(at % 200)))
    await expect.poll(asked).toBe(1 + 16)
    const [known, refused] = [await get(name), await get(unknownName(255))]
    answer()
    const statuses = new Set((await Promise.all(waiting)).map(({ status }) => status))

    // A record that is here is used, though it is time to ask for a newer one.
    expect(known.status).toBe(200)
    expect(refused.status).toBe(503)
    expect(statuses).toEqual(new Set([404]))
    expect(asked()).toBe(1 + 200)
  })
})
