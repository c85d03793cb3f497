import type { Connection } from '@libp2p/interface'
import { peerIdFromString } from '@libp2p/peer-id'
import { multiaddr } from '@multiformats/multiaddr'
import { expect, it, vi } from 'vitest'
import { fixedClock } from '../../../../src/memory/fixed-clock.ts'
import { offlineNetwork, type RunningPeer } from '../../../../src/net/network.ts'
import { createGater } from '../../../../src/net/peer/gater.ts'
import { metPeers } from '../../../../src/net/routing/dht/met-peers.ts'
import { createSwarm } from '../../../../src/net/swarm/create-swarm.ts'

const PEER = '12D3KooWDbL3jP4pKqCTB1WU5jvaVjthQU5JPMKMwRchJ3zurX6k'
const peerId = peerIdFromString(PEER)

/** A peer with one inbound connection, whose port its host does not tell. */
function acceptedPeer() {
  const close = vi.fn(async () => undefined)
  const connection = {
    ...{ remotePeer: peerId, direction: 'inbound', streams: [], close },
    remoteAddr: multiaddr(`/ip4/203.0.113.7/tcp/0/ws/p2p/${PEER}`),
  } as unknown as Connection
  const libp2p = {
    getConnections: () => [connection],
    peerStore: { has: async () => true, get: async () => ({ addresses: [] }) },
  }
  return { close, running: { libp2p } as unknown as RunningPeer }
}

it('shows the IP address of an inbound connection without a port, by which it can be closed', async () => {
  const { close, running } = acceptedPeer()
  const network = { ...offlineNetwork, running, peer: async () => running }
  const swarm = createSwarm({ network, clock: { ...fixedClock(), sleep: async () => undefined } })

  expect(swarm.connections()).toMatchObject([{ peerId: PEER, address: '/ip4/203.0.113.7' }])
  expect(await swarm.disconnect([`/ip4/203.0.113.8/p2p/${PEER}`])).toMatchObject([
    { failure: 'conn not found' },
  ])
  expect(await swarm.disconnect([`/ip4/203.0.113.7/p2p/${PEER}`])).toEqual([{ peerId: PEER }])
  expect(close).toHaveBeenCalledOnce()
})

it('sends and stores no address with port 0', async () => {
  const { running } = acceptedPeer()
  const gater = createGater({ ranges: async () => [] })
  const found = []
  for await (const peer of metPeers(running).findPeer?.(peerId.toMultihash(), {}) ?? []) found.push(peer)

  expect(found).toMatchObject([{ addresses: [] }])
  expect(gater.filterMultiaddrForPeer?.(peerId, multiaddr('/ip4/203.0.113.7/tcp/0/ws'))).toBe(false)
  expect(gater.filterMultiaddrForPeer?.(peerId, multiaddr('/ip4/203.0.113.7/tcp/8080/ws'))).toBe(true)
})
