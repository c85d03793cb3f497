import { generateKeyPair, publicKeyToProtobuf } from '@libp2p/crypto/keys'
import type {
  ComponentLogger,
  Connection,
  MultiaddrConnection,
  PrivateKey,
  Upgrader,
} from '@libp2p/interface'
import { memory } from '@libp2p/memory'
import { noise } from '@libp2p/noise'
import { peerIdFromPrivateKey } from '@libp2p/peer-id'
import { yamux } from '@libp2p/yamux'
import { type Multiaddr, multiaddr } from '@multiformats/multiaddr'
import { createLibp2p, type Libp2p } from 'libp2p'
import { onTestFinished } from 'vitest'
import { joinBytes } from '../../../../src/codec/bytes/bytes.ts'
import { ProtobufWriter } from '../../../../src/codec/protobuf.ts'
import { cutFrames } from '../../../../src/net/peer/noise-frames.ts'
import type { PeerNode } from '../memory-peers.ts'

const IDENTIFY = '/ipfs/id/1.0.0'

/** Many peers that share one libp2p: each connection has an identity of its own. */
export interface Crowd {
  /** Whose handlers answer on all connections. */
  readonly libp2p: Libp2p
  /** Connects a new peer to the node. */
  join(): Promise<Connection>
}

/**
 * Peers that cost a fraction of a libp2p each: they have no peer store and no queue of dials, and do not ask who the
 * node is. To the node they are peers like any other, and tell it which protocols they speak.
 */
export async function crowd(node: PeerNode, protocols: readonly string[]): Promise<Crowd> {
  const keys = new WeakMap<Multiaddr, PrivateKey>()
  const keyOf = (address: Multiaddr): PrivateKey => {
    const key = keys.get(address)
    if (!key) throw new TypeError('The connection has no identity')
    return key
  }
  let components: { readonly upgrader: Upgrader; readonly logger: ComponentLogger } | undefined
  const libp2p = await createLibp2p({
    transports: [memory()],
    connectionEncrypters: [
      cutFrames((parts) => {
        const own = noise()(parts)
        // Made for each connection: the package takes the identity of the one that it was made with.
        const secureOutbound: typeof own.secureOutbound = (stream, options) => {
          const { peerId, logger, upgrader } = parts
          const privateKey = keyOf((stream as MultiaddrConnection).remoteAddr)
          return noise()({ privateKey, peerId, logger, upgrader }).secureOutbound(stream, options)
        }
        return Object.assign(own, { secureOutbound })
      }),
    ],
    streamMuxers: [yamux()],
    services: {
      components: (all: typeof components) => {
        components = all
        return {}
      },
    },
  })
  onTestFinished(async () => libp2p.stop())
  if (!components) throw new TypeError('libp2p created no services')
  const { upgrader, logger } = components
  await libp2p.handle(IDENTIFY, async (stream, { remoteAddr }) => {
    const writer = new ProtobufWriter().varint(10).bytes(publicKeyToProtobuf(keyOf(remoteAddr).publicKey))
    for (const protocol of protocols) writer.varint(26).bytes(new TextEncoder().encode(protocol))
    const message = writer.finish()
    stream.send(joinBytes([new ProtobufWriter().varint(message.byteLength).finish(), message]))
    await stream.close()
  })
  return {
    libp2p,
    async join() {
      const key = await generateKeyPair('Ed25519')
      const transport = memory()({ peerId: peerIdFromPrivateKey(key), logger } as never)
      const upgradeOutbound: Upgrader['upgradeOutbound'] = (stream, options) => {
        keys.set(stream.remoteAddr, key)
        return upgrader.upgradeOutbound(stream, options)
      }
      return transport.dial(multiaddr(node.address), {
        signal: new AbortController().signal,
        upgrader: { upgradeOutbound },
      } as never)
    },
  }
}
