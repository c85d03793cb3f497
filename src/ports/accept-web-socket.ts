import type { SocketConnection } from './socket-targets.ts'

/** A WebSocket to this node. */
export interface AcceptedWebSocket {
  /** Completes the handshake. */
  readonly response: Response
  readonly socket: SocketConnection
  /** Multiaddr of the client, as far as the host knows it. */
  readonly originAddress: string
}

/** Accepts the WebSocket that a request asks for. */
export type AcceptWebSocket = (request: Request) => AcceptedWebSocket
