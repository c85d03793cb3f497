import { expect, it } from 'vitest'
import { dialableAddresses } from '../../../../src/net/exchange/wants/dialable-addresses.ts'
import type { RunningPeer } from '../../../../src/net/network.ts'

it('addresses that a host can dial have a transport, as has their relay, or are looked up first', () => {
  const transportManager = {
    dialTransportForMultiaddr: (address: unknown) => /\/ws|p2p-circuit/.exec(`${address}`) ?? undefined,
  }
  const peer = { components: { transportManager } } as unknown as RunningPeer
  const relay = 'p2p/QmZTR5bcpQD7cFgTorqxZDYaew1Wqgfbd2ud9QqGPAkK2V'
  const dialable = [
    '/dns4/node.example/tcp/443/ws',
    '/dnsaddr/node.example',
    `/ip4/1.2.3.4/tcp/4001/ws/${relay}/p2p-circuit`,
    `/${relay}/p2p-circuit`,
  ]
  const others = ['/ip4/1.2.3.4/tcp/4001', `/ip4/1.2.3.4/tcp/4001/${relay}/p2p-circuit`, '', 'wrong']

  expect(dialableAddresses(peer, [...others, ...dialable])).toEqual(dialable)
})
