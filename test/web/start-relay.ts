import { circuitRelayServer } from '@libp2p/circuit-relay-v2'
import { identify } from '@libp2p/identify'
import { noise } from '@libp2p/noise'
import { webSockets } from '@libp2p/websockets'
import { yamux } from '@libp2p/yamux'
import { createLibp2p } from 'libp2p'

export interface Relay {
  /** Where it is dialled, with its peer id. */
  readonly address: string
  /** Host and port of its WebSockets. */
  readonly host: string
  stop(): Promise<void>
}

/** A relay for WebSockets on this machine. */
export async function startRelay(): Promise<Relay> {
  const relay = await createLibp2p({
    addresses: { listen: ['/ip4/127.0.0.1/tcp/0/ws'] },
    transports: [webSockets()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    services: { identify: identify(), relay: circuitRelayServer() },
  })
  const address = String(relay.getMultiaddrs()[0])
  const [, port] = /\/tcp\/(\d+)\//.exec(address) ?? []
  return { address, host: `127.0.0.1:${port}`, stop: async () => relay.stop() }
}
