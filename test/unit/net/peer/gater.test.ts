import type { MultiaddrConnection, PeerId } from '@libp2p/interface'
import { multiaddr } from '@multiformats/multiaddr'
import { describe, expect, it } from 'vitest'
import { memoryLogger } from '../../../../src/memory/memory-logger.ts'
import { isInRanges } from '../../../../src/net/address-ranges.ts'
import { createGater } from '../../../../src/net/peer/gater.ts'

describe('isInRanges()', () => {
  it.each([
    ['/ip4/10.1.2.3/tcp/1/ws', '/ip4/10.0.0.0/ipcidr/8', true],
    ['/ip4/11.1.2.3/tcp/1/ws', '/ip4/10.0.0.0/ipcidr/8', false],
    ['/ip4/10.0.0.129/tcp/1', '/ip4/10.0.0.128/ipcidr/25', true],
    ['/ip4/10.0.0.127/tcp/1', '/ip4/10.0.0.128/ipcidr/25', false],
    ['/ip4/203.0.113.9/tcp/1', '/ip4/0.0.0.0/ipcidr/0', true],
    ['/ip6/fd00::1/tcp/1', '/ip6/fc00::/ipcidr/7', true],
    ['/ip6/2001:db8::1/tcp/1', '/ip6/fc00::/ipcidr/7', false],
    ['/ip6/::1/tcp/1', '/ip4/0.0.0.0/ipcidr/0', false],
    ['/dns4/node.example.org/tcp/443/tls/ws', '/ip4/0.0.0.0/ipcidr/0', false],
    ['/dns4/10.1.2.3/tcp/1/ws', '/ip4/10.0.0.0/ipcidr/8', true],
    ['/dns/167838211/tcp/1/ws', '/ip4/10.0.0.0/ipcidr/8', true],
    ['/dns6/[fd00::1]/tcp/1/ws', '/ip6/fc00::/ipcidr/7', true],
    ['/ip6/::ffff:10.1.2.3/tcp/1/ws', '/ip4/10.0.0.0/ipcidr/8', true],
    ['/ip6/::ffff:11.1.2.3/tcp/1/ws', '/ip4/10.0.0.0/ipcidr/8', false],
    ['/ip6zone/eth0/ip6/fe80::1/tcp/1/ws', '/ip6/fe80::/ipcidr/10', true],
  ])('%s in %s: %s', (address, range, expected) => {
    expect(isInRanges(multiaddr(address), [range])).toBe(expected)
  })

  it.each([
    '10.0.0.0/8',
    '/ip4/10.0.0.0/8',
    '/ip4/10.0.0/ipcidr/8',
    '/ip4/10.0.0.0/ipcidr/x',
    '/ipcidr/8',
    '',
  ])('passes over "%s", which is no range', (text) => {
    const address = multiaddr('/ip4/10.1.2.3/tcp/1/ws')

    expect(isInRanges(address, [text])).toBe(false)
    expect(isInRanges(address, [text, '/ip4/10.0.0.0/ipcidr/8'])).toBe(true)
  })
})

describe('a node that dials public addresses only', () => {
  const gater = createGater({ isPublicOnly: true, ranges: async () => [] })
  const PRIVATE = multiaddr('/ip4/192.168.1.2/tcp/1/ws')

  it('does not dial a private address that a peer told', async () => {
    expect(await gater.denyDialMultiaddr?.(PRIVATE)).toBe(true)
    expect(await gater.denyDialMultiaddr?.(multiaddr('/ip4/1.2.3.4/tcp/1/ws'))).toBe(false)
  })

  it.each([
    '/dns4/169.254.169.254/tcp/80/ws',
    '/dns/127.1/tcp/80/ws',
    '/dns/2130706433/tcp/80/ws',
    '/dns6/[::1]/tcp/80/ws',
    '/dns4/printer.local/tcp/80/ws',
    '/dns4/app.localhost/tcp/80/ws',
    '/dns4/intranet/tcp/80/ws',
    '/dns4/user@10.0.0.1/tcp/80/ws',
    '/ip6/::ffff:10.0.0.1/tcp/80/ws',
  ])('does not dial %s, and forgets it when a peer tells it', async (text) => {
    const peerId = {} as PeerId

    expect(await gater.denyDialMultiaddr?.(multiaddr(text))).toBe(true)
    expect(await gater.filterMultiaddrForPeer?.(peerId, multiaddr(text))).toBe(false)
  })

  it.each([
    ['this network', '/ip4/0.0.0.0', '/ip4/0.1.2.3'],
    ['private networks', '/ip4/10.1.2.3', '/ip4/172.31.255.255', '/ip4/192.168.1.2', '/ip6/fd00::1'],
    ['a shared network of a provider', '/ip4/100.64.0.1', '/ip4/100.127.255.255'],
    ['this host', '/ip4/127.8.8.8', '/ip6/::', '/ip6/::1'],
    ['one link', '/ip4/169.254.169.254', '/ip6/fe80::1', '/ip6zone/eth0/ip6/fe80::1'],
    ['one site', '/ip6/fec0::1', '/ip6/feff::1'],
    ['assignments of protocols', '/ip4/192.0.0.8', '/ip6/2001:1::1', '/ip6/2001:1ff::1'],
    ['documentation', '/ip4/192.0.2.1', '/ip4/198.51.100.1', '/ip4/203.0.113.1'],
    ['documentation of IPv6', '/ip6/2001:db8::1', '/ip6/2001:db8:1:2:3:4:5:6', '/ip6/3fff:fff::1'],
    ['benchmarks', '/ip4/198.19.255.255', '/ip6/2001:2::1'],
    ['multicast', '/ip4/224.0.0.1', '/ip4/239.255.255.255', '/ip6/ff02::1', '/ip6/ff0e::1'],
    [
      'reserved ranges',
      '/ip4/240.0.0.1',
      '/ip4/255.255.255.255',
      '/ip6/4000::1',
      '/ip6/5f00::1',
      '/ip6/fe00::1',
    ],
    ['discarded packets', '/ip6/100::1', '/ip6/100:0:0:1::1'],
    ['NAT64', '/ip6/64:ff9b::7f00:1', '/ip6/64:ff9b::10.0.0.1', '/ip6/64:ff9b:1::a00:1'],
    ['IPv4-compatible addresses', '/ip6/::7f00:1', '/ip6/::10.0.0.1'],
    ['IPv4-mapped addresses', '/ip6/::ffff:10.0.0.1', '/ip6/::ffff:0:a00:1'],
    ['6to4', '/ip4/192.88.99.1', '/ip6/2002:a00:1::1', '/ip6/2002:7f00:1::'],
    ['Teredo', '/ip6/2001::1', '/ip6/2001:0:a00:1:0:ffff:f5ff:fffe'],
    ['name servers of private ranges', '/ip4/192.175.48.1', '/ip4/192.31.196.1', '/ip6/2620:4f:8000::1'],
  ])('does not dial addresses of %s', async (_, ...hosts) => {
    const isDenied = async (host: string) => gater.denyDialMultiaddr?.(multiaddr(`${host}/tcp/80/ws`))
    const denied = await Promise.all(hosts.map(isDenied))

    expect(hosts.filter((_host, at) => !denied[at])).toEqual([])
  })

  it.each([
    '/dns4/node.example.org/tcp/443/tls/ws',
    '/dnsaddr/bootstrap.example.org',
    '/ip4/1.2.3.4/tcp/1/ws',
    '/ip4/172.32.0.1/tcp/1/ws',
    '/ip4/223.255.255.255/tcp/1/ws',
    '/ip6/2606:4700::1111/tcp/1/ws',
    '/ip6/2001:200::1/tcp/1/ws',
    '/ip6/3ffe::1/tcp/1/ws',
  ])('dials %s', async (text) => {
    expect(await gater.denyDialMultiaddr?.(multiaddr(text))).toBe(false)
  })

  it('dials a private address that a caller named', async () => {
    gater.permit(PRIVATE)

    expect(await gater.denyDialMultiaddr?.(PRIVATE)).toBe(false)
  })
})

describe('a node with filters', () => {
  it('neither dials nor accepts addresses in them, as they are at that time', async () => {
    const ranges: string[] = []
    const gater = createGater({ ranges: async () => ranges })
    const address = multiaddr('/ip4/192.0.2.7/tcp/1/ws')
    const denied = async () => [
      await gater.denyDialMultiaddr?.(address),
      await gater.denyInboundConnection?.({ remoteAddr: address } as MultiaddrConnection),
    ]
    expect(await denied()).toEqual([false, false])

    ranges.push('/ip4/192.0.2.0/ipcidr/24')

    expect(await denied()).toEqual([true, true])
  })

  it('logs once what is no range, and uses the others', async () => {
    const logger = memoryLogger()
    const gater = createGater({ ranges: async () => ['10.0.0.0/8', '/ip4/192.0.2.0/ipcidr/24'], logger })

    expect(await gater.denyDialMultiaddr?.(multiaddr('/ip4/192.0.2.7/tcp/1/ws'))).toBe(true)
    expect(await gater.denyDialMultiaddr?.(multiaddr('/ip4/10.0.0.1/tcp/1/ws'))).toBe(false)
    expect(logger.lines).toMatchObject([{ level: 'error' }])
  })
})
