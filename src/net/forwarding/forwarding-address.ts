import { formatPeerId, parsePeerId } from '../../codec/cid/peer-id.ts'
import { type AddressPart, formatMultiaddr, parseMultiaddr } from '../../codec/multiaddr.ts'
import { DomainError } from '../../errors.ts'

const HOSTS = ['ip4', 'ip6', 'dns', 'dns4', 'dns6']

/** The protocols after host and port in the address of a target, each with the scheme of its URL. */
const SCHEMES: Readonly<Record<string, string>> = {
  '': 'tcp',
  '/tls': 'tls',
  '/http': 'tcp',
  '/https': 'tls',
  '/tls/http': 'tls',
  '/ws': 'ws',
  '/wss': 'wss',
  '/tls/ws': 'wss',
}

/** A target as its owner spells it, and as a URL with the scheme `tcp`, `tls`, `ws` or `wss`. */
export interface TargetAddress {
  readonly text: string
  readonly url: URL
}

/**
 * The target of an address such as `/ip4/127.0.0.1/tcp/8080`, `/dns4/example.org/tcp/443/tls` or
 * `/ip4/127.0.0.1/tcp/8080/ws/http-path/chat`. A target over HTTP gets the bytes of the stream as they are.
 *
 * Throws `invalid-argument` with the reference's texts, and `unsupported` for an address that no host can open.
 */
export function parseTarget(text: string): TargetAddress {
  const parts = parseMultiaddr(text)
  const port = ['tcp', 'udp'].map((name) => findValue(parts, name)).find((value) => value !== undefined)
  if (port === undefined) {
    throw new DomainError('invalid-argument', 'address does not contain tcp or udp protocol')
  }
  if (Number(port) === 0) throw new DomainError('invalid-argument', 'port can not be 0')
  const url = urlOf(parts)
  if (url) return { text: formatMultiaddr(parts), url }
  throw new DomainError(
    'unsupported',
    `Cannot forward to "${text.slice(0, 200)}": not an address of TCP, TLS, a WebSocket or HTTP`,
  )
}

function urlOf(parts: readonly AddressPart[]): URL | undefined {
  const [host, port, ...rest] = parts
  if (!host?.value || !HOSTS.includes(host.protocol) || port?.protocol !== 'tcp') return undefined
  const path = rest.at(-1)?.protocol === 'http-path' ? rest.pop() : undefined
  const scheme = SCHEMES[formatMultiaddr(rest)]
  if (scheme === undefined || (path && !scheme.startsWith('ws'))) return undefined
  const name = host.protocol === 'ip6' ? `[${host.value}]` : host.value
  return URL.parse(`${scheme}://${name}:${port.value}/${decoded(path?.value ?? '')}`) ?? undefined
}

/** Path at this node, without its first slash. */
const TUNNEL = /^tunnels\/([A-Za-z0-9._-]{1,64})$/

/** Where local clients reach the service of a peer. */
export interface ListenAddress {
  readonly text: string
  /** The path of the WebSocket is `/tunnels/<name>`. */
  readonly name: string
}

/**
 * The WebSocket path of an address such as `/ws/http-path/tunnels%2Fchat`, also with the host and the port of this
 * node before it. Throws `invalid-argument`, and `unsupported` for any other place: no host opens further ports.
 */
export function parseListenAddress(text: string): ListenAddress {
  const parts = parseMultiaddr(text)
  const [socket, path] = parts.slice(-2)
  const isWebSocket = socket?.protocol === 'ws' || socket?.protocol === 'wss'
  const [, name] = TUNNEL.exec(path?.protocol === 'http-path' ? decoded(path.value ?? '') : '') ?? []
  if (isWebSocket && name !== undefined) return { text: formatMultiaddr(parts), name }
  throw new DomainError(
    'unsupported',
    `Cannot listen on "${text.slice(0, 200)}": this host opens no ports. Use a WebSocket path of this node such as "/ws/http-path/tunnels%2Fname"`,
  )
}

/** A peer, with an address if it was given one. */
export interface PeerTarget {
  readonly peerId: string
  /** The whole address. `undefined` for a bare peer id. */
  readonly address: string | undefined
}

/** The peer of an address that ends in its id. Throws `invalid-argument`. */
export function parsePeerTarget(text: string): PeerTarget {
  const parts = parseMultiaddr(text)
  const last = parts.at(-1)
  if (last?.protocol === 'p2p' || last?.protocol === 'ipfs') {
    const peerId = formatPeerId(parsePeerId(last.value ?? ''))
    return { peerId, address: parts.length > 1 ? formatMultiaddr(parts) : undefined }
  }
  throw new DomainError('invalid-argument', 'invalid p2p multiaddr')
}

function findValue(parts: readonly AddressPart[], name: string): string | undefined {
  return parts.find(({ protocol }) => protocol === name)?.value
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
