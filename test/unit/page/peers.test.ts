import { describe, expect, it } from 'vitest'
import { connectedPeers, goDurationMs } from '../../../web/app/peers/connected-peers.ts'
import { lineWidth, placesAround } from '../../../web/app/peers/picture-layout.ts'
import { trafficRates } from '../../../web/app/peers/traffic-rates.ts'

const connection = (Peer: string, Addr: string, more = {}) => ({
  Peer,
  Addr,
  Latency: 'n/a',
  Direction: 2,
  ...more,
})

describe('connectedPeers()', () => {
  it.each([
    ['/ip4/127.0.0.1/tcp/5001/ws', 'websocket'],
    ['/dns4/node.example.org/tcp/443/tls/ws', 'websocket'],
    ['/ip4/127.0.0.1/tcp/5001/ws/p2p/12D3A/p2p-circuit', 'relay'],
    ['/ip4/127.0.0.1/tcp/5001/ws/p2p/12D3A/p2p-circuit/webrtc', 'webrtc'],
    ['/ip4/192.0.2.1/udp/4001/quic-v1', 'other'],
  ])('tells how a peer at %s is connected', (address, transport) => {
    expect(connectedPeers([connection('12D3B', address)])).toMatchObject([{ id: '12D3B', transport }])
  })

  it('has each peer once, with its direct connection, ordered by id', () => {
    const peers = connectedPeers([
      connection('b', '/x/p2p-circuit', { Direction: 1 }),
      connection('b', '/x/p2p-circuit/webrtc', { Latency: '1.5ms' }),
      connection('b', '/y/p2p-circuit'),
      connection('a', '/x/ws', { Direction: 1 }),
    ])

    expect(peers).toEqual([
      { id: 'a', address: '/x/ws', transport: 'websocket', isInbound: true },
      { id: 'b', address: '/x/p2p-circuit/webrtc', transport: 'webrtc', isInbound: false, latencyMs: 1.5 },
    ])
  })
})

describe('goDurationMs()', () => {
  it.each([
    ['12.5ms', 12.5],
    ['1m2.5s', 62_500],
    ['340µs', 0.34],
    ['n/a', undefined],
    ['', undefined],
  ])('reads "%s"', (text, expected) => {
    const found = goDurationMs(text)
    if (expected === undefined) expect(found).toBeUndefined()
    else expect(found).toBeCloseTo(expected)
  })
})

describe('trafficRates()', () => {
  it('divides what was exchanged since the last time by the seconds, and has no rate at first', () => {
    const rates = trafficRates()

    expect(rates.take(new Map([['a', { received: 500, sent: 0 }]]), 0).get('a')).toEqual({
      received: 0,
      sent: 0,
    })
    expect(rates.take(new Map([['a', { received: 2500, sent: 100 }]]), 2000).get('a')).toEqual({
      received: 1000,
      sent: 50,
    })
    expect(rates.take(new Map([['a', { received: 0, sent: 0 }]]), 4000).get('a')).toEqual({
      received: 0,
      sent: 0,
    })
  })
})

describe('the picture of peers', () => {
  it('places peers evenly, the first at the left', () => {
    expect(placesAround(4)).toEqual([
      { x: -225, y: 0 },
      { x: 0, y: -105 },
      { x: 225, y: 0 },
      { x: 0, y: 105 },
    ])
    expect(placesAround(0)).toEqual([])
  })

  it('draws wider lines for more traffic, within bounds', () => {
    const widths = [0, 1000, 100_000, 10 ** 12].map(lineWidth)

    expect(widths).toEqual(widths.toSorted((a, b) => a - b))
    expect([widths[0], widths.at(-1)]).toEqual([1.5, 14])
  })
})
