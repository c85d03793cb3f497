import { privateKeyFromProtobuf } from '@libp2p/crypto/keys'
import { identify, identifyPush } from '@libp2p/identify'
import { noise } from '@libp2p/noise'
import { ping } from '@libp2p/ping'
import { yamux } from '@libp2p/yamux'
import { multiaddr } from '@multiformats/multiaddr'
import { createLibp2p } from 'libp2p'
import type { Keys } from '../../keys/keys.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Random } from '../../ports/random.ts'
import type { Transports } from '../../ports/transports.ts'
import { AGENT_VERSION } from '../../version.ts'
import type { StartedPeer } from '../create-network.ts'
import type { PeerComponents } from '../network.ts'
import type { NetworkSettings } from '../settings.ts'
import { type AnnounceSettings, announcedAddresses } from './announced-addresses.ts'
import { answerPings } from './answer-pings.ts'
import { keepBareAddresses } from './bare-addresses.ts'
import { boundSent } from './bound-sent.ts'
import { createConnectionBounds } from './connection-bounds.ts'
import { type AskForTexts, dnsaddrResolver } from './dnsaddr-resolver.ts'
import { createGater } from './gater.ts'
import { guardChannels } from './guard-channels.ts'
import { guardMuxer } from './guard-muxer.ts'
import {
  MAX_CONNECTIONS_A_SECOND,
  MAX_IDENTIFY_BYTES,
  MAX_INBOUND_STREAMS,
  MAX_PEER_AGE_MS,
  MAX_PENDING_CONNECTIONS,
  MAX_STREAM_WINDOW_BYTES,
  MAX_UNSENT_BYTES,
  PUSH_DELAY_MS,
} from './limits.ts'
import { noiseCrypto } from './noise-crypto.ts'
import { cutFrames } from './noise-frames.ts'
import { createPeerDatastore } from './peer-datastore.ts'
import { peerLogger } from './peer-logger.ts'
import { throttleMerges } from './throttle-merges.ts'

export interface StartPeerOptions {
  readonly transports: Transports
  readonly keys: Pick<Keys, 'open'>
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
  readonly settings: Partial<NetworkSettings>
  /** Connections that may be open. */
  readonly maxConnections: number
  /** The addresses that are advertised to peers. */
  readonly announce: AnnounceSettings
  /** Asks the owner's resolvers. */
  readonly askForTexts: AskForTexts
  /** The ranges that are neither dialled nor accepted, as they are now. */
  readonly ranges: () => Promise<readonly string[]>
}

/** Starts libp2p with the identity of this node. It listens when `open` is called. */
export async function startPeer(options: StartPeerOptions): Promise<StartedPeer> {
  const { transports, keys, clock, logger, settings, ranges } = options
  const loaded = await transports.load()
  const { message } = await keys.open('self')
  const { relayRight = () => undefined } = loaded
  const rights = settings.isRelay
    ? (await import('./relay-rights.ts')).createRelayRights({ ...settings, relayRight })
    : undefined
  const gater = createGater({ ...settings, ranges, rights, logger })
  const peers = createPeerDatastore()
  const muxer = yamux({
    maxInboundStreams: MAX_INBOUND_STREAMS,
    streamOptions: {
      maxStreamWindowSize: MAX_STREAM_WINDOW_BYTES,
      maxWriteBufferLength: MAX_UNSENT_BYTES,
    },
  })
  const bounds = createConnectionBounds(clock)
  let components: PeerComponents | undefined
  const libp2p = await createLibp2p({
    privateKey: privateKeyFromProtobuf(message),
    // The packages use only these methods.
    datastore: peers as unknown as PeerComponents['datastore'],
    nodeInfo: { userAgent: AGENT_VERSION },
    logger: peerLogger(logger),
    transports: loaded.transports,
    addresses: announcedAddresses(loaded.announce ?? [], options.announce),
    connectionEncrypters: [cutFrames(noise(loaded.cipher && { crypto: noiseCrypto(loaded.cipher) }))],
    streamMuxers: [boundSent(() => guardMuxer(muxer(), bounds), options)],
    connectionManager: {
      maxConnections: options.maxConnections,
      maxIncomingPendingConnections: MAX_PENDING_CONNECTIONS,
      inboundConnectionThreshold: MAX_CONNECTIONS_A_SECOND,
      // Its default would ask public servers for `dnsaddr`.
      resolvers: { dnsaddr: dnsaddrResolver(options.askForTexts) },
    },
    peerStore: { maxAddressAge: MAX_PEER_AGE_MS, maxPeerAge: MAX_PEER_AGE_MS },
    connectionGater: gater,
    services: {
      identify: identify({ maxMessageSize: MAX_IDENTIFY_BYTES }),
      identifyPush: identifyPush({ maxMessageSize: MAX_IDENTIFY_BYTES, debounce: PUSH_DELAY_MS }),
      ping: ping(),
      components: (all: PeerComponents) => {
        components = all
        return {}
      },
    },
  })
  if (!components) throw new TypeError('libp2p created no services')
  guardChannels(components.upgrader, bounds)
  keepBareAddresses(components.peerStore)
  throttleMerges(components.peerStore, clock)
  await answerPings(libp2p)
  peers.watch(libp2p)
  const { transportManager } = components
  return {
    libp2p,
    components,
    permit: gater.permit,
    open: () => transportManager.listen(loaded.listen.map((address) => multiaddr(address))),
    stop: async () => libp2p.stop(),
  }
}
