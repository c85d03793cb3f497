import { expect, it } from 'vitest'
import { dhtTableText } from '../../../../../src/rpc/print/peers/dht-table-text.ts'

const peer = (Connected: boolean) => ({
  ...{ ID: 'QmPeer', Connected, AgentVersion: 'kubo/0.44.0', LastUsefulAt: '', LastQueriedAt: '' },
})

it('aligns a routing table as the reference does', () => {
  const Buckets = [
    { LastRefresh: '', Peers: null },
    { LastRefresh: '', Peers: [peer(false), peer(true)] },
  ]

  expect(dhtTableText({ Name: 'lan', Buckets }).replaceAll(' ', '.')).toBe(
    [
      'DHT.lan.(2.peers):...................................................',
      '..Bucket..0.(0.peers).-.refreshed.never:.................................',
      '....Peer..................................last.useful..last.queried..Agent.Version',
      '.....................................................................',
      '..Bucket..1.(2.peers).-.refreshed.never:.................................',
      '....Peer..................................last.useful..last.queried..Agent.Version',
      '....QmPeer................................never........never.........kubo/0.44.0',
      '..@.QmPeer................................never........never.........kubo/0.44.0',
      '.....................................................................',
      '',
    ].join('\n'),
  )
  expect(dhtTableText({ Name: 'wan', Buckets: [] })).toBe('DHT wan (0 peers):          \n')
})
