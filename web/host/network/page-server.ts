import { multiaddr } from '@multiformats/multiaddr'
import { DomainError } from '../../../src/errors.ts'
import type { RunningPeer } from '../../../src/net/network.ts'
import type { AbortOptions } from '../../../src/ports/abort.ts'

/**
 * Connects to the node that serves a page, by a WebSocket at its origin, and resolves to its address with the peer id
 * that it proves. Throws `unavailable` if the server accepts no peers.
 */
export async function connectToServer(
  { libp2p, permit }: RunningPeer,
  { origin, signal }: AbortOptions & { readonly origin: string },
): Promise<string> {
  const address = webSocketAddress(new URL(origin))
  permit(multiaddr(address))
  try {
    const { remotePeer } = await libp2p.dial(multiaddr(address), { ...(signal && { signal }) })
    return `${address}/p2p/${remotePeer}`
  } catch (cause) {
    signal?.throwIfAborted()
    throw new DomainError('unavailable', `Cannot connect to peer at "${origin}": it accepts no peers`, {
      cause,
    })
  }
}

/** The multiaddr at which a server that serves pages at an origin accepts WebSockets. */
export function webSocketAddress({ protocol, hostname, port }: URL): string {
  const isSecure = protocol === 'https:'
  const name = hostname.replace(/^\[|\]$/g, '')
  return `/${hostProtocol(name)}/${name}/tcp/${port || (isSecure ? 443 : 80)}${isSecure ? '/tls' : ''}/ws`
}

function hostProtocol(name: string): string {
  if (name.includes(':')) return 'ip6'
  return /^[\d.]+$/.test(name) ? 'ip4' : 'dns4'
}
