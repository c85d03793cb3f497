import { identify } from '@libp2p/identify'
import type { Connection, MessageStream, StreamMuxerFactory } from '@libp2p/interface'
import { memory } from '@libp2p/memory'
import { noise } from '@libp2p/noise'
import { yamux } from '@libp2p/yamux'
import { multiaddr } from '@multiformats/multiaddr'
import { createLibp2p, type Libp2p } from 'libp2p'
import { onTestFinished } from 'vitest'
import type { PeerNode } from '../memory-peers.ts'

/** A peer of another software, which can send what its libraries would not. */
export interface HostilePeer {
  readonly libp2p: Libp2p
  readonly connection: Connection
  /** The encrypted connection below the muxer: sends frames as they are. */
  readonly frames: MessageStream
  /** Resolves when the node has ended the connection. */
  readonly ended: Promise<void>
}

/** Starts a peer and connects it to a node. `prepare` runs before. It stops when the test has finished. */
export async function hostilePeer(
  node: PeerNode,
  prepare: (libp2p: Libp2p) => Promise<void> = async () => undefined,
): Promise<HostilePeer> {
  let frames: MessageStream | undefined
  const watchedMuxer = (): StreamMuxerFactory => {
    const factory = yamux()()
    const createStreamMuxer = (stream: MessageStream) => {
      frames = stream
      return factory.createStreamMuxer(stream)
    }
    return { protocol: factory.protocol, createStreamMuxer }
  }
  const libp2p = await createLibp2p({
    transports: [memory()],
    connectionEncrypters: [noise()],
    streamMuxers: [watchedMuxer],
    services: { identify: identify() },
  })
  onTestFinished(async () => libp2p.stop())
  await prepare(libp2p)
  const connection = await libp2p.dial(multiaddr(node.address))
  if (!frames) throw new TypeError('The connection has no muxer')
  const ended = new Promise<void>((resolve) => {
    connection.addEventListener('close', () => resolve(), { once: true })
  })
  return { libp2p, connection, frames, ended }
}

/** Header of a frame. Types: 0 data, 1 window, 2 ping. Flags: 1 begins a stream or asks, 8 resets. */
export function frame(type: number, options: FrameOptions = {}): Uint8Array {
  const { flags = 0, streamId = 0, length = 0 } = options
  const view = new DataView(new ArrayBuffer(12))
  view.setUint8(1, type)
  view.setUint16(2, flags)
  view.setUint32(4, streamId)
  view.setUint32(8, length)
  return new Uint8Array(view.buffer)
}

interface FrameOptions {
  readonly flags?: number
  readonly streamId?: number
  readonly length?: number
}
