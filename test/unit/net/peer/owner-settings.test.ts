import { describe, expect, it, vi } from 'vitest'
import { type PeerNode, peerNode } from '../memory-peers.ts'

const set = (node: PeerNode, name: string, value: unknown) =>
  node.call(`config?arg=${name}&arg=${encodeURIComponent(JSON.stringify(value))}&json=true`)

/** Starts the peer of a node anew, with its settings. */
async function restart(node: PeerNode): Promise<void> {
  const { network } = await node.use(['network'])
  await network.stop()
  await network.peer()
}

const addressesOf = async (node: PeerNode) =>
  (JSON.parse(await node.call('swarm/addrs/local')) as { Strings: readonly string[] | null }).Strings

const peersOf = async (node: PeerNode) => {
  const { Peers } = JSON.parse(await node.call('swarm/peers')) as { Peers: { Peer: string }[] | null }
  return (Peers ?? []).map(({ Peer }) => Peer)
}

describe('the addresses that a node tells', () => {
  it('are those that its owner adds, replaces and withholds', async () => {
    const node = await peerNode()
    const [own = ''] = (await addressesOf(node)) ?? []
    await set(node, 'Addresses.AppendAnnounce', ['/ip4/10.1.2.3/tcp/1/ws', '/ip4/1.2.3.4/tcp/2/ws', 'wrong'])
    await set(node, 'Addresses.NoAnnounce', ['/ip4/10.0.0.0/ipcidr/8'])
    await restart(node)
    expect(await addressesOf(node)).toEqual(['/ip4/1.2.3.4/tcp/2/ws', own])

    await set(node, 'Addresses.NoAnnounce', ['/ip4/1.2.3.4/tcp/2/ws'])
    await set(node, 'Addresses.Announce', ['/dns4/node.example.org/tcp/443/tls/ws'])
    await restart(node)
    expect(await addressesOf(node)).toEqual([
      '/dns4/node.example.org/tcp/443/tls/ws',
      '/ip4/10.1.2.3/tcp/1/ws',
    ])
  })
})

describe('a node that reaches the high water of its connections', () => {
  it('closes old ones down to the low water, except those to peers of its owner', async () => {
    const [node, kept, ...others] = await Promise.all([peerNode(), peerNode(), peerNode(), peerNode()])
    await set(node, 'Swarm.ConnMgr', { Type: 'basic', LowWater: 2, HighWater: 4, GracePeriod: '0s' })
    await set(node, 'Peering.Peers', [{ ID: kept.peerId, Addrs: [] }])
    await restart(node)
    for (const { address } of [kept, ...others]) await node.call(`swarm/connect?arg=${address}`)
    expect(await peersOf(node)).toHaveLength(3)

    const last = await peerNode()
    await node.call(`swarm/connect?arg=${last.address}`)

    await vi.waitFor(async () => expect(await peersOf(node)).toHaveLength(2))
    expect(await peersOf(node)).toContain(kept.peerId)
  })

  it('keeps those that are new', async () => {
    const [node, ...others] = await Promise.all([peerNode(), peerNode(), peerNode()])
    await set(node, 'Swarm.ConnMgr', { Type: 'basic', LowWater: 1, HighWater: 2, GracePeriod: '1h' })
    for (const { address } of others) await node.call(`swarm/connect?arg=${address}`)

    expect(await peersOf(node)).toHaveLength(2)
  })
})
