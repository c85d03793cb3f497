import { identify } from '@libp2p/identify'
import { noise } from '@libp2p/noise'
import { ping } from '@libp2p/ping'
import { webRTCDirect } from '@libp2p/webrtc'
import { createLibp2p } from 'libp2p'

export interface DirectServer {
  /** With the hash of its certificate, and its peer id. */
  readonly address: string
  readonly peerId: string
  /** Opens a channel to each browser and announces a message of 2 MiB in it. */
  announceTooMuch(): Promise<void>
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
  return {
    address,
    peerId: peer.peerId.toString(),
    async announceTooMuch() {
      for (const connection of peer.getConnections()) {
        const stream = await connection.newStream('/ipfs/ping/1.0.0')
        // The library would not send it.
        const { channel } = stream as unknown as { readonly channel: Pick<RTCDataChannel, 'send'> }
        channel.send(Uint8Array.of(0x80, 0x80, 0x80, 0x01))
      }
    },
    stop: async () => peer.stop(),
  }
}
