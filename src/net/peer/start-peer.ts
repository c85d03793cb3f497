import { privateKeyFromProtobuf } from '@libp2p/crypto/keys'
import { identify, identifyPush } from '@libp2p/identify'
import { noise } from '@libp2p/noise'
import { ping } from '@libp2p/ping'
import { yamux } from '@libp2p/yamux'
import { multiaddr } from '@multiformats/multiaddr'
import { createLibp2p } from 'libp2p'
import type { Keys } from '../../keys/keys.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Transports } from '../../ports/transports.ts'
import { AGENT_VERSION } from '../../version.ts'
import type { StartedPeer } from '../create-network.ts'
import type { PeerComponents } from '../network.ts'
import { answerPings } from './answer-pings.ts'
import { peerLogger } from './peer-logger.ts'

export interface StartPeerOptions {
  readonly transports: Transports
  readonly keys: Pick<Keys, 'open'>
  readonly logger: Logger
}

/**
 * What a peer may send ahead on one stream. A paused stream is reset when it holds over 4 MiB, which the package's own
 * window of 16 MiB permits.
 */
const MAX_WINDOW_BYTES = 2 * 1024 * 1024

/** Starts libp2p with the identity of this node. It listens when `open` is called. */
export async function startPeer({ transports, keys, logger }: StartPeerOptions): Promise<StartedPeer> {
  const loaded = await transports.load()
  const { message } = await keys.open('self')
  let components: PeerComponents | undefined
  const libp2p = await createLibp2p({
    privateKey: privateKeyFromProtobuf(message),
    nodeInfo: { userAgent: AGENT_VERSION },
    logger: peerLogger(logger),
    transports: loaded.transports,
    addresses: { announce: [...(loaded.announce ?? [])] },
    connectionEncrypters: [noise()],
    streamMuxers: [yamux({ streamOptions: { maxStreamWindowSize: MAX_WINDOW_BYTES } })],
    // Its default would ask public servers for `dnsaddr`.
    connectionManager: { resolvers: {} },
    // Its default in browsers refuses private addresses and plain WebSockets.
    connectionGater: { denyDialMultiaddr: () => false },
    services: {
      identify: identify(),
      identifyPush: identifyPush(),
      ping: ping(),
      components: (all: PeerComponents) => {
        components = all
        return {}
      },
    },
  })
  if (!components) throw new TypeError('libp2p created no services')
  await answerPings(libp2p)
  const { transportManager } = components
  return {
    libp2p,
    components,
    open: () => transportManager.listen(loaded.listen.map((address) => multiaddr(address))),
    stop: async () => libp2p.stop(),
  }
}
