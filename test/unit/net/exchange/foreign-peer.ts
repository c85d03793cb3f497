import { identify, identifyPush } from '@libp2p/identify'
import type { Connection, Stream } from '@libp2p/interface'
import { memory } from '@libp2p/memory'
import { noise } from '@libp2p/noise'
import { yamux } from '@libp2p/yamux'
import { multiaddr } from '@multiformats/multiaddr'
import { createLibp2p } from 'libp2p'
import { onTestFinished } from 'vitest'
import { drained } from '../../../../src/net/drained.ts'
import { decodeBitswapMessage } from '../../../../src/net/exchange/wire/decode-message.ts'
import { encodeBitswapMessage } from '../../../../src/net/exchange/wire/encode-message.ts'
import { createFrames } from '../../../../src/net/exchange/wire/frames.ts'
import {
  type BitswapMessage,
  featuresOf,
  PROTOCOLS,
  type WantEntry,
} from '../../../../src/net/exchange/wire/message.ts'
import type { PeerNode } from '../memory-peers.ts'

/** A peer with a behaviour of its own: it answers as the test says, rightly or wrongly. */
export interface ForeignPeer {
  readonly id: string
  /** Every message that arrived. */
  readonly received: BitswapMessage[]
  /** Wants that arrived, without cancels. */
  readonly wants: () => readonly WantEntry[]
  /** Begins to accept messages, and says so to the node. */
  accept(): Promise<void>
  send(message: Partial<BitswapMessage>): Promise<void>
  /** Sends bytes as they are, each chunk in one stream. */
  sendRaw(chunks: readonly Uint8Array[]): Promise<Stream>
  /** Resets every stream that the node has opened. */
  resetStreams(): Promise<void>
  /** Connects once more. The earlier connection seems open, but nothing that the node sends on it is read. */
  reconnect(): Promise<void>
  leave(): Promise<void>
}

export interface ForeignOptions {
  readonly protocol?: (typeof PROTOCOLS)[number]
  /** True for a peer that does not read its streams. */
  readonly isDeaf?: boolean
  /** True for a peer that has no handler for messages before the test calls `accept`. */
  readonly acceptsLater?: boolean
  /** Called with each message that arrives. */
  readonly onMessage?: (message: BitswapMessage, peer: ForeignPeer) => Promise<void> | void
}

/** Starts a peer and connects it to a node. It stops when the test has finished. */
export async function foreignPeer(
  node: PeerNode,
  { protocol = PROTOCOLS[0], isDeaf = false, acceptsLater = false, onMessage }: ForeignOptions = {},
): Promise<ForeignPeer> {
  const libp2p = await createLibp2p({
    transports: [memory()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    services: { identify: identify(), identifyPush: identifyPush({ debounce: 10 }) },
  })
  onTestFinished(async () => libp2p.stop())
  const received: BitswapMessage[] = []
  const opened: Stream[] = []
  const dead = new Set<string>()
  let connection: Connection | undefined
  const sendRaw = async (chunks: readonly Uint8Array[]) => {
    const stream = await connection?.newStream(protocol)
    if (!stream) throw new Error('The peer is not connected')
    for (const chunk of chunks) if (!stream.send(chunk)) await drained(stream)
    return stream
  }
  const peer: ForeignPeer = {
    id: libp2p.peerId.toString(),
    received,
    wants: () => received.flatMap(({ wants }) => wants.filter(({ isCancel }) => !isCancel)),
    sendRaw,
    accept: async () =>
      libp2p.handle(protocol, (stream, { id }) => {
        opened.push(stream)
        if (isDeaf || dead.has(id)) return stream.pause()
        const frames = createFrames()
        stream.addEventListener('message', ({ data }) => {
          if (dead.has(id)) return
          for (const bytes of frames.push(data.subarray())) {
            const message = decodeBitswapMessage(bytes)
            received.push(message)
            Promise.resolve(onMessage?.(message, peer)).catch(() => undefined)
          }
        })
      }),
    async send(message) {
      const stream = await sendRaw(encodeBitswapMessage(message, featuresOf(protocol)))
      await stream.close()
    },
    async resetStreams() {
      for (const stream of opened.splice(0)) stream.abort(new Error('reset by the test'))
    },
    async reconnect() {
      for (const { id } of libp2p.getConnections()) dead.add(id)
      connection = await libp2p.dial(multiaddr(node.address), { force: true })
    },
    leave: async () => libp2p.stop(),
  }
  if (!acceptsLater) await peer.accept()
  connection = await libp2p.dial(multiaddr(node.address))
  return peer
}
