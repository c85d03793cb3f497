import { identify } from '@libp2p/identify'
import { noise } from '@libp2p/noise'
import { ping } from '@libp2p/ping'
import { webRTCDirect } from '@libp2p/webrtc'
import { createLibp2p } from 'libp2p'

export interface DirectServer {
  /** With the hash of its certificate, and its peer id. */
  readonly address: string
  readonly peerId: string
  stop(): Promise<void>
}

/** A peer of this process to which browsers connect by WebRTC without a relay. */
export async function startDirectServer(): Promise<DirectServer> {
  const peer = await createLibp2p({
    addresses: { listen: ['/ip4/127.0.0.1/udp/0/webrtc-direct'] },
    transports: [webRTCDirect()],
    connectionEncrypters: [noise()],
    services: { identify: identify(), ping: ping() },
  })
  const address = String(peer.getMultiaddrs()[0])
  return { address, peerId: peer.peerId.toString(), stop: async () => peer.stop() }
}
