import type { Multiaddr } from '@multiformats/multiaddr'

/**
 * The address over HTTP of a multiaddr such as `/dns4/node.example.org/tcp/443/tls/ws` or `/ip4/127.0.0.1/tcp/4001/ws`,
 * with or without a peer id. `undefined` for every other multiaddr.
 */
export function webSocketUrl(address: Multiaddr): URL | undefined {
  const parts = address.getComponents()
  if (parts.at(-1)?.name === 'p2p') parts.pop()
  const [host, tcp, ...rest] = parts
  const scheme =
    SCHEMES[
      rest
        .filter(({ name }) => name !== 'sni')
        .map(({ name }) => name)
        .join('/')
    ]
  if (!host?.value || !HOST_PROTOCOLS.includes(host.name) || tcp?.name !== 'tcp' || !scheme) return undefined
  const name = host.name === 'ip6' ? `[${host.value}]` : host.value
  return URL.parse(`${scheme}://${name}:${tcp.value}/`) ?? undefined
}

const HOST_PROTOCOLS = ['ip4', 'ip6', 'dns', 'dns4', 'dns6']

const SCHEMES: Readonly<Record<string, string>> = { ws: 'http', wss: 'https', 'tls/ws': 'https' }
