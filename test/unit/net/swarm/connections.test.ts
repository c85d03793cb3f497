import { describe, expect, it } from 'vitest'
import { connectedNodes, peerNode } from '../memory-peers.ts'

describe('two nodes', () => {
  it('are connected by swarm/connect, and both list the other', async () => {
    const [first, second] = await Promise.all([peerNode(), peerNode()])

    expect(JSON.parse(await first.call(`swarm/connect?arg=${second.address}`))).toEqual({
      Strings: [`connect ${second.peerId} success`],
    })
    expect(JSON.parse(await first.call('swarm/peers?direction=true'))).toMatchObject({
      Peers: [{ Addr: second.address.replace(/\/p2p.*/, ''), Peer: second.peerId, Direction: 2 }],
    })
    expect(JSON.parse(await second.call('swarm/peers?direction=true'))).toMatchObject({
      Peers: [{ Peer: first.peerId, Direction: 1 }],
    })
  })

  it('are found connected by connectedNodes()', async () => {
    const [first] = await connectedNodes(3)

    expect(JSON.parse(await first.call('swarm/peers')).Peers).toHaveLength(2)
  })
})
