import { multiaddr } from '@multiformats/multiaddr'
import { expect, it } from 'vitest'
import { memoryLogger } from '../../../../src/memory/memory-logger.ts'
import { dnsaddrResolver } from '../../../../src/net/peer/dnsaddr-resolver.ts'
import { peerLogger } from '../../../../src/net/peer/peer-logger.ts'

const PEER = '12D3KooWDbL3jP4pKqCTB1WU5jvaVjthQU5JPMKMwRchJ3zurX6k'
const OTHER = '12D3KooWD3eckifWpRn9wQpMG9R9hX3sD158z7EqHWmweQAJU5SA'

const log = peerLogger(memoryLogger()).forComponent('test')

/** A resolver over these records by domain, and the names that were asked for. */
function over(records: (domain: string) => readonly string[]) {
  const asked: string[] = []
  const { resolve } = dnsaddrResolver(async (name) => {
    asked.push(name)
    return { texts: records(name.replace('_dnsaddr.', '')).map((address) => `dnsaddr=${address}`) }
  })
  return {
    asked,
    resolve: async (text: string) => (await resolve(multiaddr(text), { log })).map(String),
  }
}

it('resolves to the addresses of the named peer, through other domains', async () => {
  const { asked, resolve } = over((domain) =>
    domain === 'a.example'
      ? [`/dnsaddr/b.example/p2p/${PEER}`, `/dnsaddr/c.example/p2p/${OTHER}`, 'no address']
      : [`/dns4/b.example/tcp/443/wss/p2p/${PEER}`, `/ip4/1.2.3.4/tcp/1/p2p/${OTHER}`],
  )

  expect(await resolve(`/dnsaddr/a.example/p2p/${PEER}`)).toEqual([`/dns4/b.example/tcp/443/wss/p2p/${PEER}`])
  expect(asked).toEqual(['_dnsaddr.a.example', '_dnsaddr.b.example'])
})

it('ends with domains that lead to each other, to many, and to many addresses', async () => {
  const circle = over((domain) => [`/dnsaddr/${domain === 'a.example' ? 'b' : 'a'}.example`])
  const many = over((domain) => Array.from({ length: 100 }, (_, at) => `/dnsaddr/${at}.${domain}`))
  const wide = over(() => Array.from({ length: 100 }, (_, at) => `/ip4/1.2.3.${at}/tcp/1`))

  expect(await circle.resolve('/dnsaddr/a.example')).toEqual([])
  expect(await many.resolve('/dnsaddr/a.example')).toEqual([])
  expect(await wide.resolve('/dnsaddr/a.example')).toHaveLength(32)
  expect(circle.asked).toHaveLength(2)
  expect(many.asked).toHaveLength(16)
})
