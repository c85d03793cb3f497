import { describe, expect, it } from 'vitest'
import { memoryLogger } from '../../../../src/memory/memory-logger.ts'
import type { RunningPeer } from '../../../../src/net/network.ts'
import { connectionLimits } from '../../../../src/net/peer/connection-settings.ts'
import { type ConnectionLimits, trimConnections } from '../../../../src/net/peer/trim-connections.ts'
import { handClock } from '../../hand-clock.ts'

/** Connections of a node, whose peers connect as the test says. */
async function node(limits: Partial<ConnectionLimits>) {
  const clock = handClock()
  let open: object[] = []
  const libp2p = Object.assign(new EventTarget(), { getConnections: () => open })
  const stop = await trimConnections({ libp2p } as unknown as RunningPeer, {
    ...{ clock, logger: memoryLogger() },
    limits: async () => ({ high: 6, low: 4, graceMs: 0, kept: new Set(), ...limits }),
  })
  return {
    clock,
    stop,
    peers: () => open.map((connection) => `${(connection as { remotePeer: unknown }).remotePeer}`).join(' '),
    connect(peer: string, streams = 0) {
      const connection = {
        ...{ remotePeer: peer, status: 'open', timeline: { open: clock.now() } },
        streams: Array.from({ length: streams }),
        async close() {
          open = open.filter((other) => other !== connection)
        },
      }
      open = [...open, connection]
      libp2p.dispatchEvent(new Event('connection:open'))
    },
  }
}

describe('the limits of connections', () => {
  const limitsOf = (values: object) =>
    connectionLimits(
      { get: async (path) => new Map(Object.entries(values)).get(path.split('.').at(-1) ?? '') },
      { list: async () => [] },
    )

  it('lower the low water in proportion where the high water is over 300', async () => {
    const defaults = { Type: 'basic', LowWater: 600, HighWater: 900, GracePeriod: '20s' }

    expect(await limitsOf(defaults)).toMatchObject({ high: 300, low: 200 })
    expect(await limitsOf({ ...defaults, LowWater: 90, HighWater: 100 })).toMatchObject({
      high: 100,
      low: 90,
    })
    expect(await limitsOf({ ...defaults, LowWater: 900 })).toMatchObject({ high: 300, low: 300 })
    expect(await limitsOf({ ...defaults, Type: 'none' })).toMatchObject({ low: Number.POSITIVE_INFINITY })
  })
})

describe('a full node', () => {
  it('closes the surplus connections of a peer before the idle ones of others', async () => {
    const { clock, connect, peers } = await node({ high: 8, low: 6 })
    connect('visitor')
    for (let at = 0; at < 6; at += 1) connect('stranger', 1)
    connect('other')

    await clock.move(0)

    expect(peers()).toBe('visitor stranger stranger stranger stranger other')
  })

  it('makes room as soon as connections are old enough, though no other one is opened', async () => {
    const { clock, connect, peers } = await node({ graceMs: 20_000 })
    for (const peer of ['a', 'b', 'c', 'd', 'e', 'f']) connect(peer)

    await clock.move(19_000)
    expect(peers()).toBe('a b c d e f')
    await clock.move(6_000)

    expect(peers()).toBe('c d e f')
  })

  it('looks no more when it stops', async () => {
    const { clock, connect, peers, stop } = await node({ graceMs: 20_000 })
    for (const peer of ['a', 'b', 'c', 'd', 'e', 'f']) connect(peer)
    await clock.move(0)

    await stop()
    await clock.move(60_000)

    expect(peers()).toBe('a b c d e f')
  })
})
