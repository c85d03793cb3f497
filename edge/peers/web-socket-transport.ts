import {
  type ComponentLogger,
  type MultiaddrConnection,
  type Transport,
  transportSymbol,
} from '@libp2p/interface'
import { type Multiaddr, multiaddr } from '@multiformats/multiaddr'
import { isLocalHost, namedHost } from '../../src/net/named-host.ts'
import type { RunningPeer } from '../../src/net/network.ts'
import { webSocketUrl } from '../../src/net/web-socket-url.ts'
import type { LoadedTransports, RelayRight } from '../../src/ports/transports.ts'
import type { PublicNetwork } from '../outbound.ts'
import { RequestListener } from './request-listener.ts'
import { WebSocketConnection } from './web-socket-connection.ts'

/** Passes sockets of upgraded requests to the peer: the runtime has no listening socket. */
export type AcceptSocket = (socket: WebSocket, from: PeerRequest) => Promise<void>

export interface PeerRequest {
  /** Without the peer id. */
  readonly address: string
  /** The current right of the peer to reserve a relayed address. */
  readonly relayRight: () => RelayRight | undefined
}

export interface WebSocketTransport {
  readonly create: (components: { readonly logger: ComponentLogger }) => Transport
  /** Closes the socket when the peer does not listen, or refuses the connection. */
  readonly accept: AcceptSocket
  readonly relayRight: NonNullable<LoadedTransports['relayRight']>
}

/**
 * A transport of one peer over the WebSockets of this runtime. It dials addresses with a public name through the public
 * network, if there is one: whoever wrote the address decides what the name resolves to.
 */
export function webSocketTransport(publicNetwork?: PublicNetwork): WebSocketTransport {
  const listeners = new Set<RequestListener>()
  const rights = new WeakMap<MultiaddrConnection, PeerRequest['relayRight']>()
  let logger: ComponentLogger | undefined
  const connectionOf = (socket: WebSocket, remoteAddr: Multiaddr, direction: 'inbound' | 'outbound') => {
    if (!logger) throw new TypeError('The transport belongs to no peer')
    return new WebSocketConnection({ socket, remoteAddr, direction, log: logger.forComponent('web-sockets') })
  }
  const isDialable = (address: Multiaddr) => webSocketUrl(address) !== undefined

  const openSocket = async (address: Multiaddr, signal: AbortSignal) => {
    const url = webSocketUrl(address)
    if (!url) throw new TypeError(`Not an address of a WebSocket: ${address}`)
    const request = new Request(url, { headers: { Upgrade: 'websocket' }, redirect: 'manual', signal })
    const host = namedHost(address)
    const isPublicName = host !== undefined && !isLocalHost(host)
    const response = await (isPublicName && publicNetwork ? publicNetwork.fetch(request) : fetch(request))
    if (response.webSocket) return response.webSocket
    await response.body?.cancel()
    throw new Error(`No WebSocket at ${address}: status ${response.status}`)
  }

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
    relayRight: (connection) => rights.get(connection)?.(),
    async accept(socket, { address, relayRight }) {
      const connection = connectionOf(socket, multiaddr(address), 'inbound')
      rights.set(connection, relayRight)
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

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

/** Lets a running peer listen on a further address. */
export function listenOn({ components }: RunningPeer, address: string): Promise<void> {
  return components.transportManager.listen([multiaddr(address)])
}
