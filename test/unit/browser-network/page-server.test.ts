import { describe, expect, it } from 'vitest'
import { webSocketAddress } from '../../../web/host/network/page-server.ts'

describe('webSocketAddress()', () => {
  it.each([
    ['http://127.0.0.1:5001/', '/ip4/127.0.0.1/tcp/5001/ws'],
    ['http://localhost', '/dns4/localhost/tcp/80/ws'],
    ['http://[::1]:8080', '/ip6/::1/tcp/8080/ws'],
    ['https://node.example.org/page', '/dns4/node.example.org/tcp/443/tls/ws'],
  ])('is where the server of %s accepts WebSockets', (origin, address) => {
    expect(webSocketAddress(new URL(origin))).toBe(address)
  })
})
