import { type ComponentLogger, type Transport, transportSymbol } from '@libp2p/interface'
import { type Multiaddr, multiaddr } from '@multiformats/multiaddr'
import { RequestListener } from './request-listener.ts'
import { webSocketUrl } from './web-socket-address.ts'
import { WebSocketConnection } from './web-socket-connection.ts'

/** Passes sockets of upgraded requests to the peer: the runtime has no listening socket. */
export type AcceptSocket = (socket: WebSocket, remoteAddress: string) => Promise<void>

export interface WebSocketTransport {
  readonly create: (components: { readonly logger: ComponentLogger }) => Transport
  /** Closes the socket when the peer does not listen, or refuses the connection. */
  readonly accept: AcceptSocket
}

/** A transport of one peer over the WebSockets of this runtime. */
export function webSocketTransport(): WebSocketTransport {
  const listeners = new Set<RequestListener>()
  let logger: ComponentLogger | undefined
  const connectionOf = (socket: WebSocket, remoteAddr: Multiaddr, direction: 'inbound' | 'outbound') => {
    if (!logger) throw new TypeError('The transport belongs to no peer')
    return new WebSocketConnection({ socket, remoteAddr, direction, log: logger.forComponent('web-sockets') })
  }
  const isDialable = (address: Multiaddr) => webSocketUrl(address) !== undefined

  return {
    create: (components) => {
      logger = components.logger
      return {
        [transportSymbol]: true,
        [Symbol.toStringTag]: 'tidepool/web-sockets',
        async dial(address, options) {
          const connection = connectionOf(await openSocket(address, options.signal), address, 'outbound')
          try {
            return await options.upgrader.upgradeOutbound(connection, options)
          } catch (error) {
            connection.abort(asError(error))
            throw error
          }
        },
        createListener: ({ upgrader }) => new RequestListener(upgrader, listeners),
        listenFilter: (addresses) => addresses.filter(isDialable),
        dialFilter: (addresses) => addresses.filter(isDialable),
      }
    },
    async accept(socket, remoteAddress) {
      const connection = connectionOf(socket, multiaddr(remoteAddress), 'inbound')
      const [listener] = listeners
      try {
        if (!listener) throw new Error('This peer does not listen')
        await listener.upgrader.upgradeInbound(connection, { signal: listener.signal })
      } catch (error) {
        connection.abort(asError(error))
      }
    },
  }
}

async function openSocket(address: Multiaddr, signal: AbortSignal): Promise<WebSocket> {
  const url = webSocketUrl(address)
  if (!url) throw new TypeError(`Not an address of a WebSocket: ${address}`)
  const response = await fetch(url, { headers: { Upgrade: 'websocket' }, redirect: 'manual', signal })
  if (response.webSocket) return response.webSocket
  await response.body?.cancel()
  throw new Error(`No WebSocket at ${address}: status ${response.status}`)
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
