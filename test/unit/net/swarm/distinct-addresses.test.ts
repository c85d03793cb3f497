import { describe, expect, it } from 'vitest'
import { distinctAddresses } from '../../../../src/net/dialable-address.ts'

describe('distinctAddresses()', () => {
  it('gives each address once, also one that is known with the id of its peer', () => {
    const addresses = [
      '/ip4/1.2.3.4/tcp/1/ws',
      '/ip4/1.2.3.4/tcp/1/ws/p2p/me',
      '/dns4/a/p2p/relay/p2p-circuit/p2p/me',
    ]

    const distinct = distinctAddresses(
      'me',
      addresses.map((multiaddr) => ({ multiaddr })),
    )

    expect(distinct).toEqual(['/ip4/1.2.3.4/tcp/1/ws', '/dns4/a/p2p/relay/p2p-circuit'])
  })
})
