import { gossipsub } from '@chainsafe/libp2p-gossipsub'
import { identify } from '@libp2p/identify'
import type { CreateListenerOptions, MultiaddrConnection, Upgrader, UpgraderOptions } from '@libp2p/interface'
import { memory } from '@libp2p/memory'
import { noise } from '@libp2p/noise'
import { yamux } from '@libp2p/yamux'
import { multiaddr } from '@multiformats/multiaddr'
import { createLibp2p } from 'libp2p'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Transports } from '../../../../src/ports/transports.ts'
import { peerNode } from '../memory-peers.ts'
import { subscribed, waitForPeers } from './subscribed.ts'

/** More than the package accepts from one IP address by default, which is ten and a few. */
const PEERS = 18
const LISTEN = '/memory/one-address'

it('the peers behind one IP address, as in a household or behind a proxy, are all sent to and heard', async () => {
  const node = await peerNode({ transports: oneAddress() })
  const own = await subscribed(node, 'class')
  const heard = new Set<string>()
  const peers = await Promise.all(Array.from({ length: PEERS }, () => pupil(heard)))
  await waitForPeers(node, 'class', PEERS)

  // A peer tells its topics before the stream to it is open.
  await vi.waitFor(
    async () => {
      const body = new FormData()
      body.append('file', new Blob(['to all']))
      await node.call('pubsub/pub?arg=class', { body })
      expect(heard.size).toBe(PEERS)
    },
    { timeout: 10_000, interval: 300 },
  )

  const authors = new Set([(await own.next()).from])
  for (const { services } of peers) await services.pubsub.publish('class', new Uint8Array([1]))
  while (authors.size <= PEERS) authors.add((await own.next()).from)
})

/** A peer that subscribes, and tells when it hears the node. */
async function pupil(heard: Set<string>) {
  const libp2p = await createLibp2p({
    transports: [memory()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    services: { identify: identify(), pubsub: gossipsub() },
  })
  onTestFinished(async () => libp2p.stop())
  libp2p.services.pubsub.addEventListener('message', ({ detail }) => {
    if (detail.data.byteLength > 1) heard.add(libp2p.peerId.toString())
  })
  libp2p.services.pubsub.subscribe('class')
  await libp2p.dial(multiaddr(LISTEN))
  return libp2p
}

/** In this process. The node takes every peer for one at the same IP address, without a port, as at the edge. */
function oneAddress(): Transports {
  const remoteAddr = multiaddr('/ip4/203.0.113.7/tcp/0/ws')
  const seenAs = (upgrader: Upgrader): Upgrader => ({
    ...upgrader,
    upgradeInbound: (connection: MultiaddrConnection, options: UpgraderOptions) =>
      upgrader.upgradeInbound(Object.assign(connection, { remoteAddr }), options),
  })
  const transport: ReturnType<typeof memory> = (components) => {
    const created = memory()(components)
    const createListener = created.createListener.bind(created)
    return Object.assign(created, {
      createListener: (options: CreateListenerOptions) =>
        createListener({ ...options, upgrader: seenAs(options.upgrader) }),
    })
  }
  const load = async () => ({ transports: [transport], listen: [LISTEN] })
  return { dials: ['memory'], addresses: () => [LISTEN], load }
}
