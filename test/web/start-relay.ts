import { circuitRelayServer } from '@libp2p/circuit-relay-v2'
import { identify } from '@libp2p/identify'
import { noise } from '@libp2p/noise'
import { webSockets } from '@libp2p/websockets'
import { yamux } from '@libp2p/yamux'
import { createLibp2p, type Libp2p } from 'libp2p'

export interface Relay {
  /** Where it is dialled, with its peer id. */
  readonly address: string
  /** Host and port of its WebSockets. */
  readonly host: string
  readonly libp2p: Libp2p
  stop(): Promise<void>
}

/** The service of a relay that sends back what it gets. */
export const ECHO_PROTOCOL = '/x/echo'

/** A relay for WebSockets on this machine, with a service. */
export async function startRelay(): Promise<Relay> {
  const relay = await createLibp2p({
    addresses: { listen: ['/ip4/127.0.0.1/tcp/0/ws'] },
    transports: [webSockets()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    services: { identify: identify(), relay: circuitRelayServer() },
  })
  await relay.handle(ECHO_PROTOCOL, async (stream) => {
    for await (const bytes of stream) stream.send(bytes)
    await stream.close()
  })
  const address = String(relay.getMultiaddrs()[0])
  const [, port] = /\/tcp\/(\d+)\//.exec(address) ?? []
  return { address, libp2p: relay, host: `127.0.0.1:${port}`, stop: async () => relay.stop() }
}
