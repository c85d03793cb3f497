import type { GossipSub, GossipSubComponents, GossipsubOpts, Message } from '@chainsafe/libp2p-gossipsub'
import type { PeerId as Libp2pPeerId } from '@libp2p/interface'
import { DomainError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import { type AcceptedRate, createAcceptedRate } from './accepted-rate.ts'
import { MAX_FRAME_BYTES, REMEMBERED_MS } from './limits.ts'
import type { TopicMessage, ValidateMessage } from './message.ts'

/** Gossipsub of one running peer. */
export interface Gossip {
  publish(topic: string, data: Uint8Array): Promise<void>
  /** Joins a topic with the validator of its messages. Joining again only replaces the validator. */
  join(topic: string, validate: ValidateMessage): void
  leave(topic: string): void
  /** The participating peers, or those that have subscribed to a topic. */
  peers(topic: string | undefined): readonly Libp2pPeerId[]
  /** True when a subscriber can be sent to. A peer sends its topics before the stream to it is open. */
  reaches(topic: string): boolean
  /** Messages that were refused because peers sent too many. */
  readonly refused: number
  /** The protocols of a participating peer. */
  readonly protocols: readonly string[]
  stop(): Promise<void>
}

export interface GossipOptions {
  readonly components: GossipSubComponents
  readonly clock: Pick<Clock, 'now'>
  /** Called with each accepted message of a joined topic, own ones included. */
  readonly onMessage: (message: TopicMessage) => void
  /** Called when a peer has subscribed to a topic. */
  readonly onSubscriber: (topic: string, peer: Libp2pPeerId) => void
}

/** Members that the library's type leaves out. */
interface Started extends GossipSub {
  start(): Promise<void>
  stop(): Promise<void>
  readonly streamsOutbound: ReadonlyMap<string, unknown>
}

/** Bytes that wait to be sent to one peer. Beyond them its stream is closed: it reads too slowly. */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024

/** Most entries of each kind in one frame of a peer. Ids are of 1 MiB frames and fewer than the library permits. */
const FRAME_LIMITS = {
  maxSubscriptions: 1000,
  maxMessages: 500,
  maxIhaveMessageIDs: 1000,
  maxIwantMessageIDs: 1000,
  maxControlMessages: 500,
  maxIdontwantMessageIDs: 512,
  maxPeerInfos: 0,
}

/**
 * Starts gossipsub on a running peer. Messages without a valid signature are neither delivered nor forwarded. Messages
 * of other topics, and more than the accepted rate, are dropped before their signature is verified.
 */
export async function startGossip(options: GossipOptions): Promise<Gossip> {
  const { components, clock, onMessage, onSubscriber } = options
  const { gossipsub, TopicValidatorResult: Result } = await import('@chainsafe/libp2p-gossipsub')
  const verdicts = { accept: Result.Accept, ignore: Result.Ignore, reject: Result.Reject }
  const joined = new Set<string>()
  const rate = createAcceptedRate(clock)
  const gossip = gossipsub({
    globalSignaturePolicy: 'StrictSign',
    emitSelf: true,
    allowPublishToZeroTopicPeers: true,
    // One frame of a peer after another, so that a flood waits in the peer's own buffers.
    awaitRpcHandler: true,
    awaitRpcMessageHandler: true,
    seenTTL: REMEMBERED_MS,
    // Households and proxies have one IP address: the package would ignore all peers of one that has 15.
    scoreParams: { retainScore: REMEMBERED_MS, IPColocationFactorWeight: 0 },
    maxInboundDataLength: MAX_FRAME_BYTES,
    maxOutboundBufferSize: MAX_UNSENT_BYTES,
    decodeRpcLimits: FRAME_LIMITS,
    maxInboundStreams: 4,
    maxOutboundStreams: 4,
    runOnLimitedConnection: true,
    fastMsgIdFn: (message) => earlyId(message, { joined, rate }),
  })(components) as Started

  gossip.addEventListener('message', ({ detail }) => {
    const message = ownForm(detail)
    if (message) onMessage(message)
  })
  gossip.addEventListener('subscription-change', ({ detail: { peerId, subscriptions } }) => {
    for (const { topic, subscribe } of subscriptions) if (subscribe) onSubscriber(topic, peerId)
  })
  await gossip.start()

  return {
    protocols: gossip.protocols,
    get refused() {
      return rate.refused
    },
    async publish(topic, data) {
      await gossip.publish(topic, data)
    },
    join(topic, validate) {
      gossip.topicValidators.set(topic, async (_, signed) => {
        const message = ownForm(signed)
        return verdicts[message ? await validate(message) : 'reject']
      })
      if (joined.has(topic)) return
      joined.add(topic)
      gossip.subscribe(topic)
    },
    leave(topic) {
      gossip.topicValidators.delete(topic)
      if (joined.delete(topic)) gossip.unsubscribe(topic)
    },
    peers: (topic) => (topic === undefined ? gossip.getPeers() : gossip.getSubscribers(topic)),
    reaches: (topic) =>
      gossip.getSubscribers(topic).some((peer) => gossip.streamsOutbound.has(peer.toString())),
    stop: () => gossip.stop(),
  }
}

/** A message in the form of this project, with bytes of its own: a view would keep the whole frame in memory. */
function ownForm(message: Message): TopicMessage | undefined {
  if (message.type !== 'signed') return undefined
  const { from, data, sequenceNumber, topic } = message
  return { from: from.toMultihash(), data: data.slice(), sequence: sequenceNumber, topic }
}

type EarlyId = NonNullable<GossipsubOpts['fastMsgIdFn']>

/** Throwing is how the library lets its user refuse a message that early. One error for all: its stack is not used. */
const DROPPED = new DomainError(
  'unavailable',
  'Cannot accept message: no subscriber here, or too many messages',
)

/** The id by which a second copy is recognized before its signature is verified: author and number. */
function earlyId(
  { topic, data, from, seqno }: Parameters<EarlyId>[0],
  { joined, rate }: { readonly joined: ReadonlySet<string>; readonly rate: AcceptedRate },
): string {
  if (!joined.has(topic) || !rate.accepts(data?.byteLength ?? 0)) throw DROPPED
  return `${seqno} ${from}`
}
