import { expect, it } from 'vitest'
import { parseCid } from '../../../../src/codec/cid/cid.ts'
import { parsePeerId } from '../../../../src/codec/cid/peer-id.ts'
import { DomainError } from '../../../../src/errors.ts'
import { memoryBlockstore } from '../../../../src/memory/memory-blockstore.ts'
import { memoryLogger } from '../../../../src/memory/memory-logger.ts'
import { createRemotePins } from '../../../../src/pins/remote/remote-pins.ts'
import type { ContactParts } from '../../../../src/pins/remote/service-contact.ts'
import { rawFile } from '../../../requests/stored-tree.ts'

const CONTENT = 'bafkreiasqcg3o7xm4pfso3qozfeguh7w3vumzagryndtikjurak54bskvu'
const PEER_ID = '12D3KooWRBy97UB99e3J6hiPesre1MZeuNQvfan4gBziswrRJsNK'
const SERVICE = { name: 'a', endpoint: 'https://pins.example', key: 'k' }
const POLL_MS = 500
const CONNECT_MS = 10_000

/** Time passes between two questions, and not while one is answered. */
function pollingClock() {
  let nowMs = 0
  return {
    now: () => nowMs,
    sleep: (durationMs: number, { signal }: { readonly signal?: AbortSignal | undefined } = {}) => {
      if (durationMs === POLL_MS) {
        nowMs += 5 * 60_000
        return Promise.resolve()
      }
      const { promise, reject } = Promise.withResolvers<void>()
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      return promise
    },
  }
}

interface Given {
  readonly addresses?: readonly string[]
  readonly isEnabled?: boolean
  readonly delegates?: readonly unknown[]
  readonly connect?: ContactParts['swarm']['connect']
  readonly clock?: ReturnType<typeof pollingClock>
}

/** Pins at a service that leaves each pin queued, and records the bodies of its requests. */
function setUp({ addresses = [], isEnabled = true, delegates = [], connect, clock }: Given = {}) {
  const bodies: unknown[] = []
  const connected: unknown[] = []
  const outbound = {
    refusal: () => undefined,
    async fetch(request: Request) {
      bodies.push(request.method === 'POST' ? await request.json() : request.method)
      const pin = { requestid: 'one', status: 'queued', created: '2026-01-01T00:00:00Z', delegates }
      return Response.json({ ...pin, pin: { cid: CONTENT } }, { status: 202 })
    },
  }
  const blockstore = memoryBlockstore()
  const pins = createRemotePins(SERVICE, {
    outbound,
    clock: clock ?? pollingClock(),
    blockstore,
    logger: memoryLogger(),
  })
  const contact: ContactParts = {
    network: { isEnabled, addresses: () => addresses },
    swarm: {
      async connect(asked, options) {
        connected.push([asked, options?.isReported])
        return (await connect?.(asked, options)) ?? []
      },
    },
    keys: {
      self: async () => ({ name: 'self', peerId: parsePeerId(PEER_ID), publicKey: new Uint8Array(0) }),
    },
  }
  return { pins, blockstore, contact, bodies, connected }
}

it('waits an hour for a service that does not pin, and says that it goes on', async () => {
  const { pins, blockstore, contact, bodies } = setUp()

  await expect(
    pins.add(parseCid(CONTENT), { blocks: blockstore, contact, background: false }),
  ).rejects.toThrow('Cannot wait for pin "one": the service says "queued" after an hour, and goes on')

  expect(bodies).toHaveLength(1 + 60 / 5 + 1)
})

it('sends at most 20 addresses of this node for a root that it holds, and none for another', async () => {
  const addresses = Array.from({ length: 21 }, (_, at) => `/ip4/192.0.2.${at}/tcp/4001/ws`)
  const { pins, blockstore, contact, bodies } = setUp({ addresses })
  const { cid, blocks } = await rawFile('held')
  await blockstore.putMany(blocks)
  const options = { blocks: blockstore, contact, background: true }

  await pins.add(cid, options)
  await pins.add(parseCid(CONTENT), { ...options, name: 'other' })

  const origins = addresses.slice(0, 20).map((address) => `${address}/p2p/${PEER_ID}`)
  expect(bodies).toEqual([
    { cid: cid.toString(), origins },
    { cid: CONTENT, name: 'other' },
  ])
})

it('connects to the delegates of the service, of which none is permitted and each may fail', async () => {
  const delegates = ['/ip4/192.0.2.1/tcp/1/ws/p2p/a', '/ip4/192.0.2.2/tcp/1/ws/p2p/b']
  const connect = () => Promise.reject(new DomainError('unavailable', 'failed to dial'))
  const { pins, blockstore, contact, connected } = setUp({
    delegates: [7, 'x'.repeat(513), ...delegates, ...Array<string>(30).fill('/p2p/c')],
    connect,
  })

  const { status } = await pins.add(parseCid(CONTENT), { blocks: blockstore, contact, background: true })

  expect(status).toBe('queued')
  expect(connected.slice(0, 2)).toEqual(delegates.map((delegate) => [[delegate], true]))
  expect(connected).toHaveLength(20)
})

it('waits 10 seconds for a delegate that does not answer', async () => {
  const clock = pollingClock()
  const { sleep } = clock
  const connect: ContactParts['swarm']['connect'] = (_addresses, { signal } = {}) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  const { pins, blockstore, contact } = setUp({
    delegates: ['/p2p/a'],
    connect,
    clock: { ...clock, sleep: (ms, options) => (ms === CONNECT_MS ? Promise.resolve() : sleep(ms, options)) },
  })

  const { status } = await pins.add(parseCid(CONTENT), { blocks: blockstore, contact, background: true })

  expect(status).toBe('queued')
})

it('sends no addresses and connects to no delegate on a node without peers', async () => {
  const { pins, blockstore, contact, bodies, connected } = setUp({
    addresses: ['/ip4/192.0.2.1/tcp/4001/ws'],
    isEnabled: false,
    delegates: ['/p2p/a'],
  })
  const { cid, blocks } = await rawFile('held')
  await blockstore.putMany(blocks)

  await pins.add(cid, { blocks: blockstore, contact, background: true })

  expect([bodies, connected]).toEqual([[{ cid: cid.toString() }], []])
})
