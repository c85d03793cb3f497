import { describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../../../edge/system-clock.ts'
import type { Clock } from '../../../../src/ports/clock.ts'
import { type PeerNode, peerNode } from '../memory-peers.ts'
import { subscribed, waitForPeers } from './subscribed.ts'

/** Pauses of seconds take milliseconds. */
function hastyClock(): Clock {
  const clock = systemClock()
  return { ...clock, sleep: (durationMs, options) => clock.sleep(durationMs / 200, options) }
}

const meshStreams = async (node: PeerNode) => {
  const { network } = await node.use(['network'])
  const connections = network.running?.libp2p.getConnections() ?? []
  return connections
    .flatMap(({ streams }) => streams)
    .filter(({ direction, protocol }) => direction === 'outbound' && protocol.startsWith('/meshsub/'))
}

describe('a connection whose stream for messages was reset', () => {
  it('gets a new one, and delivers again', async () => {
    const [first, second] = [await peerNode({ clock: hastyClock() }), await peerNode()]
    await first.call(`swarm/connect?arg=${second.address}`)
    const { next } = await subscribed(second, 'topic')
    await subscribed(first, 'topic')
    await waitForPeers(first, 'topic')

    for (const stream of await meshStreams(first)) stream.abort(new Error('too large'))

    await vi.waitFor(async () => expect(await meshStreams(first)).toHaveLength(1))
    await waitForPeers(first, 'topic')
    await first.call('pubsub/pub?arg=topic&arg=again')
    expect((await next()).data).toBe(btoa('again'))
  })
})

describe('messages that a node did not ask for', () => {
  it('are neither delivered nor remembered', async () => {
    const [first, second] = [await peerNode(), await peerNode()]
    await first.call(`swarm/connect?arg=${second.address}`)
    const { next, leave } = await subscribed(second, 'wanted')
    await subscribed(second, 'left')
    await waitForPeers(first, 'wanted')
    await waitForPeers(first, 'left')

    for (let count = 0; count < 20; count += 1) await first.call(`pubsub/pub?arg=unwanted&arg=${count}`)
    await first.call('pubsub/pub?arg=wanted&arg=hello')

    expect((await next()).data).toBe(btoa('hello'))
    leave()
  })
})
