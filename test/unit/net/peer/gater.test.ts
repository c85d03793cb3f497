import type { MultiaddrConnection, PeerId } from '@libp2p/interface'
import { multiaddr } from '@multiformats/multiaddr'
import { describe, expect, it } from 'vitest'
import { memoryLogger } from '../../../../src/memory/memory-logger.ts'
import { isInRanges } from '../../../../src/net/peer/address-ranges.ts'
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

  it('dials a public name', async () => {
    expect(await gater.denyDialMultiaddr?.(multiaddr('/dns4/node.example.org/tcp/443/tls/ws'))).toBe(false)
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
