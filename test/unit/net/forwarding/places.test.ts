import type { Stream } from '@libp2p/interface'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createStreamRegistry } from '../../../../src/net/forwarding/stream-registry.ts'
import { type PeerNode, peerNode } from '../memory-peers.ts'
import { ECHO, enabledNode, PATH } from './enabled-node.ts'
import { socketPair } from './fake-targets.ts'

/** As many connections as are forwarded at the same time. */
const PLACES = 64

/** A node with a service whose sockets are connected when the test opens the gate. */
async function gatedNode() {
  const gate = Promise.withResolvers<void>()
  onTestFinished(() => gate.resolve())
  const sockets = { connecting: 0, open: 0 }
  const socketTargets = {
    refusal: () => undefined,
    async connect() {
      sockets.connecting += 1
      await gate.promise
      sockets.connecting -= 1
      sockets.open += 1
      const [near, far] = socketPair()
      const closed = () => {
        sockets.open -= 1
      }
      far.readable.pipeTo(new WritableStream()).then(closed, closed)
      return near
    },
  }
  const node = await peerNode({ socketTargets })
  await node.call('config?arg=Experimental.Libp2pStreamMounting&arg=true&bool=true')
  await node.call(`p2p/listen?arg=/x/echo&arg=${ECHO}`)
  return { node, sockets, openGate: gate.resolve }
}

/** Streams of a new peer to the service of a node. */
async function openStreams(node: PeerNode, count: number): Promise<readonly Stream[]> {
  const peer = await peerNode()
  await peer.call(`swarm/connect?arg=${node.address}`)
  const { network } = await peer.use(['network'])
  const [connection] = network.running?.libp2p.getConnections() ?? []
  if (!connection) throw new Error('The peer is not connected')
  return Promise.all(Array.from({ length: count }, () => connection.newStream('/x/echo')))
}

async function streamsOf(node: PeerNode): Promise<readonly unknown[]> {
  return JSON.parse(await node.call('p2p/stream/ls')).Streams ?? []
}

describe('connections over the limit', () => {
  it('of peers are refused before the target is connected', async () => {
    const { node, sockets, openGate } = await gatedNode()

    const streams = (await Promise.all([openStreams(node, 40), openStreams(node, 40)])).flat()
    const refused = () => streams.filter(({ status }) => status === 'reset').length
    await expect.poll(() => sockets.connecting + refused()).toBe(streams.length)

    expect(sockets.connecting).toBe(PLACES)
    openGate()
    await expect.poll(() => sockets).toEqual({ connecting: 0, open: PLACES })
    expect(await streamsOf(node)).toHaveLength(PLACES)
    for (const stream of streams) stream.abort(new Error('The peer leaves'))
    await expect.poll(() => sockets.open).toBe(0)
  })

  it('of one peer leave places for others', async () => {
    const { node, sockets } = await gatedNode()

    const streams = await openStreams(node, 40)
    const refused = () => streams.filter(({ status }) => status === 'reset').length
    await expect.poll(() => [sockets.connecting, refused()]).toEqual([32, 8])
    await openStreams(node, 1)

    await expect.poll(() => sockets.connecting).toBe(33)
  })

  it('of peers leave the places of the tunnels of this node', async () => {
    const { run, assertRoom } = createStreamRegistry({ assertPermitted: async () => undefined })
    const never = () => new Promise<never>(() => undefined)
    const refused: unknown[] = []
    const fill = (origin: string) =>
      run({ protocol: '/x/echo', originAddress: origin, targetAddress: ECHO }, never).catch((error) =>
        refused.push(error),
      )
    for (let at = 0; at < PLACES; at += 1) void fill(`/p2p/${at % 3}`)
    expect(assertRoom).not.toThrow()

    for (let at = 0; at < PLACES; at += 1) void fill('/ip4/127.0.0.1/tcp/9')

    expect(assertRoom).toThrow('64 are open already')
    await Promise.resolve()
    expect(refused).toEqual([])
  })

  it('of local clients open no stream of a peer', async () => {
    const near = await enabledNode()
    const fars = await Promise.all([enabledNode(), enabledNode()])
    const { forwarding } = await near.use(['forwarding'])
    for (const [at, far] of fars.entries()) {
      await far.call(`p2p/listen?arg=/x/echo&arg=${ECHO}`)
      await near.call(`p2p/forward?arg=/x/echo&arg=${encodeURIComponent(PATH)}${at}&arg=${far.address}`)
    }
    const refused: unknown[] = []
    for (let at = 0; at < 80; at += 1) {
      const [client, socket] = socketPair()
      onTestFinished(() => client.abort())
      const tunnel = forwarding.tunnel(`echo${at % 2}`, { socket, originAddress: '/ip4/127.0.0.1/tcp/9' })
      tunnel.catch((error: unknown) => refused.push(error))
    }

    await expect.poll(() => refused.length).toBe(80 - PLACES)
    const { network } = await near.use(['network'])
    const open = () =>
      (network.running?.libp2p.getConnections() ?? [])
        .flatMap(({ streams }) => streams)
        .filter(({ protocol }) => protocol === '/x/echo')
    await expect.poll(() => open().length).toBe(PLACES)
    expect(await streamsOf(near)).toHaveLength(PLACES)
  })
})

it('a connection is dropped while its target is being connected', async () => {
  const { node, sockets, openGate } = await gatedNode()
  const [stream] = await openStreams(node, 1)
  await expect.poll(() => sockets.connecting).toBe(1)

  await node.call('p2p/stream/close?arg=0')
  openGate()

  await expect.poll(() => [stream?.status, sockets]).toEqual(['reset', { connecting: 0, open: 0 }])
})
