import { describe, expect, it } from 'vitest'
import { publicOrigins } from '../../../../src/services/pinning/public-origins.ts'

const PEER = '/p2p/12D3KooWD3eckifWpRn9wQpMG9R9hX3sD158z7EqHWmweQAJU5SA'

describe('publicOrigins()', () => {
  it('keeps public IP addresses and names', () => {
    const origins = [
      `/ip4/8.8.8.8/tcp/4001/ws${PEER}`,
      `/ip6/2606:4700::1111/tcp/443/tls/ws${PEER}`,
      `/dns4/node.example.org/tcp/443/tls/ws${PEER}`,
      `/dns/relay.example.org/tcp/443/tls/ws${PEER}/p2p-circuit${PEER}`,
    ]

    expect(publicOrigins(origins)).toEqual(origins)
  })

  it.each([
    `/ip4/127.0.0.1/tcp/4001/ws${PEER}`,
    `/ip4/10.0.0.1/tcp/80/ws${PEER}`,
    `/ip4/169.254.169.254/tcp/80/ws${PEER}`,
    `/ip6/::1/tcp/80/ws${PEER}`,
    `/ip6/::ffff:7f00:1/tcp/80/ws${PEER}`,
    `/ip6/fd00::1/tcp/80/ws${PEER}`,
    `/ip6/64:ff9b::a00:1/tcp/80/ws${PEER}`,
    `/ip6/fec0::1/tcp/80/ws${PEER}`,
    `/ip6zone/eth0/ip6/fe80::1/tcp/80/ws${PEER}`,
    `/ip4/224.0.0.1/tcp/80/ws${PEER}`,
    `/dns4/localhost/tcp/80/ws${PEER}`,
    `/dns4/printer.lan/tcp/80/ws${PEER}`,
    `/dns4/127.0.0.1/tcp/80/ws${PEER}`,
    `/dns4/2130706433/tcp/80/ws${PEER}`,
    `/dnsaddr/node.example.org${PEER}`,
    `/ip4/8.8.8.8/tcp/1/ws${PEER}/p2p-circuit/ip4/10.0.0.1/tcp/80${PEER}`,
    `/memory/node${PEER}`,
    PEER,
    '/odd',
    '/',
  ])('leaves out %s', (origin) => {
    expect(publicOrigins([origin])).toEqual([])
  })
})
