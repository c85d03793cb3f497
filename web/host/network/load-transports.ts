import { circuitRelayTransport } from '@libp2p/circuit-relay-v2'
import { webRTC, webRTCDirect } from '@libp2p/webrtc'
import { webSockets } from '@libp2p/websockets'
import type { LoadedTransports } from '../../../src/ports/transports.ts'
import type { RelayTokens } from './token-sockets.ts'

export interface TransportOptions {
  /**
   * URLs of the STUN servers from which this browser learns its public address. Default: none, so that peers connect directly
   * only within one network.
   */
  readonly stunServers?: readonly string[]
  /**
   * Tokens by which this browser may be reached through the nodes of other origins, by host, such as
   * `{ 'node.example.org': 'ann.…' }`, with the port where it is not the usual one. Each is sent to its host alone.
   */
  readonly relayTokens?: RelayTokens
}

/**
 * Bytes that are handed to the browser ahead of the network, for one stream. With the package's 2 MiB, the first burst
 * fills a connection faster than the other browser empties its socket: most of it is lost, and sent again within
 * seconds.
 */
const MAX_UNSENT_BYTES = 128 * 1024

/**
 * Bytes that wait unread in one stream, which is then reset: WebRTC cannot hold a sender back. A peer is asked for 8 MiB
 * at a time, and the package's 4 MiB would end the stream of a browser that is slower than its peer.
 */
const MAX_UNREAD_BYTES = 12 * 1024 * 1024

/**
 * The transports of a tab: WebSockets to servers, WebRTC to other browsers, whose first messages go through a relay,
 * and WebRTC to servers. The tab listens on a relay as soon as it is connected to one.
 */
export async function loadTransports({
  stunServers = [],
  relayTokens,
}: TransportOptions = {}): Promise<LoadedTransports> {
  // Without a list, the library asks public servers.
  const rtcConfiguration = { iceServers: stunServers.map((urls) => ({ urls })) }
  // The package passes all of it to its streams.
  const dataChannel = { maxBufferedAmount: MAX_UNSENT_BYTES, maxReadBufferLength: MAX_UNREAD_BYTES }
  return {
    transports: [
      relayTokens ? (await import('./token-sockets.ts')).tokenSockets(relayTokens) : webSockets(),
      circuitRelayTransport(),
      webRTC({ rtcConfiguration, dataChannel }),
      webRTCDirect({ rtcConfiguration, dataChannel }),
    ],
    listen: ['/p2p-circuit', '/webrtc'],
  }
}
