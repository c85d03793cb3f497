import { peerIdFromString } from '@libp2p/peer-id'
import { multiaddr } from '@multiformats/multiaddr'
import { describe, expect, it } from 'vitest'
import { decodePeerId, formatPeerId } from '../../../../src/codec/cid/peer-id.ts'
import { fixedClock } from '../../../../src/memory/fixed-clock.ts'
import { memoryDatastore } from '../../../../src/memory/memory-datastore.ts'
import { memoryLogger } from '../../../../src/memory/memory-logger.ts'
import type { RunningPeer } from '../../../../src/net/network.ts'
import { throttleMerges } from '../../../../src/net/peer/throttle-merges.ts'
import { createReachedRows } from '../../../../src/net/redial/reached-rows.ts'
import { rememberReached } from '../../../../src/net/redial/remember-reached.ts'
import type { Datastore } from '../../../../src/ports/datastore.ts'
import { connectedNodes, type PeerNode, peerNode } from '../memory-peers.ts'

async function peersOf(node: PeerNode): Promise<readonly string[]> {
  const { Peers } = JSON.parse(await node.call('swarm/peers')) as { Peers: { Peer: string }[] | null }
  return (Peers ?? []).map(({ Peer }) => Peer)
}

/** Resolves when the node has a connection to the peer. */
async function connected({ use }: PeerNode, peerId: string): Promise<void> {
  const { network } = await use(['network'])
  const { libp2p } = await network.peer()
  if (libp2p.getConnections(peerIdFromString(peerId)).length > 0) return
  const { promise, resolve } = Promise.withResolvers<void>()
  libp2p.addEventListener('peer:connect', ({ detail }) => {
    if (detail.toString() === peerId) resolve()
  })
  await promise
}

/** A node over this storage connects to another, disconnects and stops. */
async function visit(other: PeerNode, datastore: Datastore): Promise<void> {
  const node = await peerNode({ datastore })
  await node.call(`swarm/connect?arg=${other.address}`)
  await node.call(`swarm/disconnect?arg=${other.address}`)
  await (await node.use(['network'])).network.stop()
}

/** An id for each number. */
function idAt(at: number): string {
  return formatPeerId(decodePeerId(Uint8Array.of(0x12, 32, at >> 8, at & 255, ...new Uint8Array(30))))
}

const STRANGER = '12D3KooWDpJ7As7BWAwRMfu1VU2WCqNjvq387JEYKDBj4kx6nXTN'

describe('a node that starts again', () => {
  it('has its peer id, and dials the peers to which it was connected', async () => {
    const other = await peerNode()
    const datastore = memoryDatastore()
    const before = await peerNode({ datastore })
    await before.call(`swarm/connect?arg=${other.address}`)
    await (await before.use(['network'])).network.stop()

    const after = await peerNode({ datastore })
    await connected(after, other.peerId)

    expect(after.peerId).toBe(before.peerId)
  })

  it('does not dial a peer from which it has disconnected', async () => {
    const [other, datastore] = [await peerNode(), memoryDatastore()]
    await visit(other, datastore)

    const after = await peerNode({ datastore })
    const next = await peerNode()
    await after.call(`swarm/connect?arg=${next.address}`)

    expect(await peersOf(after)).toEqual([next.peerId])
  })
})

describe('addresses at which a node has reached peers', () => {
  it('are known after a restart', async () => {
    const [other, datastore] = [await peerNode(), memoryDatastore()]
    await visit(other, datastore)

    const after = await peerNode({ datastore })
    await after.call(`swarm/connect?arg=/p2p/${other.peerId}`)

    expect(await peersOf(after)).toEqual([other.peerId])
  })

  it('are stored of the last 256 peers, the last four of each, and not of those that connect', async () => {
    const datastore = memoryDatastore()
    const rows = createReachedRows(datastore)
    const reached = (at: number, port = 1) => {
      const remotePeer = peerIdFromString(idAt(at))
      const remoteAddr = multiaddr(`/ip4/1.2.3.4/tcp/${port}/ws/p2p/${remotePeer}`)
      return { direction: 'outbound', remotePeer, remoteAddr }
    }
    const clock = fixedClock()
    const events = new EventTarget()
    const libp2p = Object.assign(events, { peerStore: { merge: async () => undefined } })
    const peer = { libp2p, permit: () => undefined } as unknown as RunningPeer
    const logger = memoryLogger()
    const stop = await rememberReached(peer, { rows, clock, logger })
    for (let at = 0; at < 300; at += 1) {
      await clock.sleep(1)
      events.dispatchEvent(new CustomEvent('connection:open', { detail: reached(at) }))
      events.dispatchEvent(
        new CustomEvent('connection:open', { detail: { ...reached(1), direction: 'inbound' } }),
      )
    }
    for (let port = 2; port < 9; port += 1) {
      events.dispatchEvent(new CustomEvent('connection:open', { detail: reached(299, port) }))
    }
    await stop()

    const stored = await rows.read()
    expect(stored).toHaveLength(256)
    expect(stored.at(0)?.peerId).toBe(idAt(44))
    expect(stored.at(-1)?.addresses.map((address) => address.split('/')[4])).toEqual(['8', '7', '6', '5'])
  })

  it('are not needed: a peer starts, and connects, where they can be neither read nor written', async () => {
    const other = await peerNode()
    const datastore = memoryDatastore()
    const isReached = (key: Uint8Array | undefined) =>
      new TextDecoder().decode(key).startsWith('net/reached/')
    const node = await peerNode({
      datastore: {
        ...datastore,
        async *range(range, options) {
          if (isReached(range.gte)) throw new Error('killed')
          yield* datastore.range(range, options)
        },
        async batch(operations, expected, options) {
          if (operations.some(({ key }) => isReached(key))) throw new Error('killed')
          await datastore.batch(operations, expected, options)
        },
      },
    })

    await node.call(`swarm/connect?arg=${other.address}`)

    expect(await peersOf(node)).toEqual([other.peerId])
    await (await node.use(['network'])).network.stop()
  })
})

describe('a node', () => {
  it('connects to the peers of its configuration by itself', async () => {
    const [bootstrap, peered] = [await peerNode(), await peerNode()]
    const datastore = memoryDatastore()
    const before = await peerNode({ datastore })
    const Peers = [{ ID: peered.peerId, Addrs: [peered.address.replace(/\/p2p.*/, '')] }]
    const values = { Bootstrap: [bootstrap.address], 'Peering.Peers': Peers }
    for (const [name, value] of Object.entries(values)) {
      await before.call(`config?arg=${name}&arg=${encodeURIComponent(JSON.stringify(value))}&json=true`)
    }

    const after = await peerNode({ datastore })

    await Promise.all([connected(after, bootstrap.peerId), connected(after, peered.peerId)])
  })

  it('wakes for peers that its owner adds', async () => {
    const [node, other] = [await peerNode(), await peerNode()]
    const { bootstrap, peering } = await node.use(['bootstrap', 'peering'])
    const woken: string[] = []
    bootstrap.onAdd(() => woken.push('bootstrap'))
    peering.onAdd(() => woken.push('peering'))

    await node.call(`swarm/peering/add?arg=${other.address}`)
    await node.call(`bootstrap/add?arg=${other.address}`)

    expect(woken).toEqual(['peering', 'bootstrap'])
  })

  it('knows a peer by the addresses with which it was added last', async () => {
    const node = await peerNode()
    const { peering } = await node.use(['peering'])
    const [first, second] = ['/ip4/127.0.0.1/tcp/1', '/ip4/127.0.0.1/tcp/2']

    await peering.add([`${first}/p2p/${STRANGER}`])
    await peering.add([`${first}/p2p/${STRANGER}`, `${second}/p2p/${STRANGER}`])
    const added = await peering.list()
    await peering.add([`/p2p/${STRANGER}`])

    expect(added).toEqual([{ peerId: STRANGER, addresses: [first, second] }])
    expect(await peering.list()).toEqual([{ peerId: STRANGER, addresses: [] }])
  })

  // It looks for missing connections every 30 s besides.
  it('connects at once to peers that its owner adds while it runs', { timeout: 20_000 }, async () => {
    const [node, other] = [await peerNode(), await peerNode()]

    await node.call(`swarm/peering/add?arg=${other.address}`)

    await connected(node, other.peerId)
  })

  it('stops within its time, and starts another peer afterwards', async () => {
    const [first, second] = await connectedNodes()
    const { network } = await first.use(['network'])

    await network.stop()

    expect(network.running).toBeUndefined()
    expect(await peersOf(first)).toEqual([])
    await first.call(`swarm/connect?arg=${second.address}`)
    expect(await peersOf(first)).toEqual([second.peerId])
  })
})

it('a protocol of a peer is stored once a minute, and everything else each time', async () => {
  const merged: object[] = []
  const peerStore = {
    async merge(_: unknown, data: object) {
      merged.push(data)
      return data as never
    },
  }
  const clock = fixedClock()
  throttleMerges(peerStore, clock)
  const tell = (at: number, data: object) => peerStore.merge(peerIdFromString(idAt(at)), data)
  const [blocks, messages] = [{ protocols: ['/blocks'] }, { protocols: ['/messages'] }]

  for (const told of [blocks, blocks, messages, blocks]) expect(await tell(1, told)).toEqual(told)
  await tell(2, blocks)
  await tell(1, { ...blocks, multiaddrs: [] })
  await clock.sleep(60_000)
  await tell(1, blocks)

  expect(merged).toEqual([blocks, messages, blocks, { ...blocks, multiaddrs: [] }, blocks])
})
