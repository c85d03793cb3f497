import { peerIdFromString } from '@libp2p/peer-id'
import { describe, expect, it } from 'vitest'
import { memoryDatastore } from '../../../../src/memory/memory-datastore.ts'
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
    const before = await peerNode({ datastore })
    await before.call(`swarm/connect?arg=${other.address}`)
    await before.call(`swarm/disconnect?arg=${other.address}`)
    await (await before.use(['network'])).network.stop()

    const after = await peerNode({ datastore })
    const next = await peerNode()
    await after.call(`swarm/connect?arg=${next.address}`)

    expect(await peersOf(after)).toEqual([next.peerId])
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
