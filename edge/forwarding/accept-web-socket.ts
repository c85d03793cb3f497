import { ACKNOWLEDGING, webSocketConnections } from '../../src/net/forwarding/web-socket-connection.ts'
import type { AcceptWebSocket } from '../../src/ports/accept-web-socket.ts'
import type { SocketConnection } from '../../src/ports/socket-targets.ts'
import type { Env } from '../env.ts'

/** The bytes of a WebSocket that the runtime has given to this side. Headers are those that agree on a subprotocol. */
export type ConnectionOpener = (socket: WebSocket, headers: Headers) => SocketConnection

export function connectionOpener(): ConnectionOpener {
  const connectionOf = webSocketConnections()
  return (socket, headers) => {
    const connection = connectionOf(socket, { isAcknowledging: isAcknowledging(headers) })
    // Otherwise messages arrive as Blobs.
    socket.binaryType = 'arraybuffer'
    socket.accept()
    return connection
  }
}

/** {@link AcceptWebSocket} of this runtime. The platform sends the address of a client, and never its port. */
export function webSocketAccepter(openConnection: ConnectionOpener, stance: Env['ACCESS']): AcceptWebSocket {
  return ({ headers }) => {
    const { 0: theirs, 1: ours } = new WebSocketPair()
    const agreed = isAcknowledging(headers) ? { 'Sec-WebSocket-Protocol': ACKNOWLEDGING } : {}
    const response = new Response(null, { status: 101, webSocket: theirs, headers: agreed })
    const address = (stance === 'closed' ? headers.get('CF-Connecting-IP') : null) ?? '127.0.0.1'
    const originAddress = `/${address.includes(':') ? 'ip6' : 'ip4'}/${address}`
    return { response, originAddress, socket: openConnection(ours, headers) }
  }
}

function isAcknowledging(headers: Headers): boolean {
  const offered = headers.get('Sec-WebSocket-Protocol')?.split(',') ?? []
  return offered.some((name) => name.trim() === ACKNOWLEDGING)
}
