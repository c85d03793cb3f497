import { connect } from 'cloudflare:sockets'
import { ACKNOWLEDGING } from '../../src/net/forwarding/web-socket-connection.ts'
import type { SocketConnection, SocketTargets } from '../../src/ports/socket-targets.ts'
import { untilAborted } from '../../src/streams/until-aborted.ts'
import type { ConnectionOpener } from './accept-web-socket.ts'

export interface SocketTargetsOptions {
  /** Hosts with ports that the owner allows. */
  readonly hosts: readonly string[]
  /** True where only this machine reaches the node: its own ports are allowed as well. */
  readonly isLoopback: boolean
  readonly openConnection: ConnectionOpener
}

const LOOPBACK = /^(127(\.\d+){3}|\[::1\]|localhost)$/

/** {@link SocketTargets} by TCP sockets and outbound WebSockets of this runtime. */
export function socketTargets({ hosts, isLoopback, openConnection }: SocketTargetsOptions): SocketTargets {
  return {
    refusal({ host, hostname, port, protocol }) {
      const endpoint = port === '' ? `${host}:${DEFAULT_PORTS[protocol] ?? ''}` : host
      const isAllowed = hosts.includes(endpoint) || (isLoopback && LOOPBACK.test(hostname))
      return isAllowed ? undefined : 'FORWARDING_HOSTS of this node does not name it'
    },
    connect: (target, options) =>
      target.protocol.startsWith('ws') ? webSocket(target, openConnection, options) : tcp(target, options),
  }
}

/** Ports that a URL omits. */
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'ws:': '80', 'wss:': '443' }

async function tcp(
  { hostname, port, protocol }: URL,
  options: { readonly signal?: AbortSignal | undefined },
): Promise<SocketConnection> {
  const socket = connect(
    { hostname: hostname.replace(/^\[|\]$/g, ''), port: Number(port) },
    { secureTransport: protocol === 'tls:' ? 'on' : 'off', allowHalfOpen: true },
  )
  // Rejects with the socket, whose streams report the same.
  socket.closed.catch(() => undefined)
  const abort = () => void socket.close().catch(() => undefined)
  try {
    await untilAborted(socket.opened, options)
  } catch (error) {
    abort()
    throw error
  }
  return { readable: socket.readable, writable: socket.writable, abort }
}

async function webSocket(
  target: URL,
  openConnection: ConnectionOpener,
  { signal }: { readonly signal?: AbortSignal | undefined },
): Promise<SocketConnection> {
  const url = target.href.replace(/^ws/, 'http')
  const headers = { Upgrade: 'websocket', 'Sec-WebSocket-Protocol': ACKNOWLEDGING }
  const response = await fetch(url, { headers, redirect: 'manual', ...(signal && { signal }) })
  if (response.webSocket) return openConnection(response.webSocket, response.headers)
  await response.body?.cancel()
  throw new Error(`No WebSocket at ${target.host}: status ${response.status}`)
}
