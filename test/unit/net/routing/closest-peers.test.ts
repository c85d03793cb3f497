import { expect, it } from 'vitest'
import { parsePeerId } from '../../../../src/codec/cid/peer-id.ts'
import type { Dht } from '../../../../src/net/routing/dht/dht.ts'
import { closestPeers } from '../../../../src/net/routing/dht/dht-router.ts'
import { handClock } from '../../hand-clock.ts'
import { collect } from './collect.ts'

const PEER = parsePeerId('12D3KooWD3eckifWpRn9wQpMG9R9hX3sD158z7EqHWmweQAJU5SA')

it('a search for the closest peers begins after two seconds without a server, although peers go on connecting', async () => {
  const clock = handClock(10_000)
  const begunMs: number[] = []
  const getClosestPeers = () => {
    begunMs.push(clock.now())
    return []
  }
  const started = { routingTable: { size: 0 }, getClosestPeers }
  const libp2p = { getConnections: () => [{ timeline: { open: clock.now() } }] }
  const dht = { start: async () => started, peer: { libp2p } } as unknown as Dht

  const found = collect(closestPeers(dht, PEER, { clock }))
  await clock.move(1_900)
  expect(begunMs).toEqual([])
  await clock.move(200)

  expect(begunMs).toEqual([12_000])
  expect(await found).toEqual([])
})
