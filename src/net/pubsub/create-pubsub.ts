import { equalBytes } from '../../codec/bytes/bytes.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Network, RunningPeer } from '../network.ts'
import { type AuthorSequencesOptions, createAuthorSequences } from './author-sequences.ts'
import { checkMessage, checkTopic } from './check-topic.ts'
import type { Gossip, GossipOptions } from './gossip.ts'
import { OPENING_MS, REMEMBERED_MS, SETTLING_MS } from './limits.ts'
import type { TopicMessage, ValidateMessage, Verdict } from './message.ts'
import type { MessageQueue } from './message-queue.ts'
import { createPacedPublishing } from './paced-publishing.ts'
import type { Pubsub } from './pubsub.ts'
import { createSubscriptions } from './subscriptions.ts'

export interface PubsubOptions extends AuthorSequencesOptions {
  readonly network: Pick<Network, 'peer' | 'running' | 'extend'>
  readonly clock: Clock
  readonly logger: Pick<Logger, 'log'>
}

/** Gossipsub of one peer, from its first use until the peer stops. */
interface Session {
  readonly gossip: Promise<Gossip>
  readonly ended: AbortController
  /** When it started, or the last peer connected: peers send their topics after that. */
  newestMs: number
}

/** Starts gossipsub at the first use, and again with each peer that starts later while there are topics. */
export function createPubsub(options: PubsubOptions): Pubsub {
  const { network, clock, logger } = options
  const subscriptions = createSubscriptions()
  const sequences = createAuthorSequences(options)
  const publishing = createPacedPublishing(clock)
  const sessions = new Map<RunningPeer, Session>()
  const validators: { readonly prefix: string; readonly validate: ValidateMessage }[] = []
  const listeners: ((topic: string, peer: string) => void)[] = []

  const validatorFor = (peer: RunningPeer, topic: string): ValidateMessage => {
    const own = peer.libp2p.peerId.toMultihash().bytes
    return async (message): Promise<Verdict> => {
      // An own message that comes back from the network has been delivered already.
      if (equalBytes(message.from.bytes, own)) return 'ignore'
      if (!(await sequences.accepts(message))) return 'ignore'
      for (const { prefix, validate } of validators) {
        const verdict = topic.startsWith(prefix) ? await validate(message) : 'accept'
        if (verdict !== 'accept') return verdict
      }
      return 'accept'
    }
  }

  const start = (peer: RunningPeer): Session => {
    const ended = new AbortController()
    const gossip = loadAndStart({
      components: peer.components,
      clock,
      onMessage: subscriptions.deliver,
      onSubscriber(topic, id) {
        for (const listener of listeners) listener(topic, id.toString())
      },
    })
    const session: Session = { gossip, ended, newestMs: clock.now() }
    sessions.set(peer, session)
    const renew = () => {
      session.newestMs = clock.now()
    }
    peer.libp2p.addEventListener('peer:connect', renew, { signal: ended.signal })
    gossip.then(
      async (begun) => {
        renew()
        for (const topic of subscriptions.topics()) begun.join(topic, validatorFor(peer, topic))
        void keepSequences(ended.signal)
        const { watchStreams } = await import('./watch-streams.ts')
        void watchStreams(begun, { peer, clock, logger, signal: ended.signal })
      },
      () => sessions.delete(peer),
    )
    return session
  }
  const gossipOf = (peer: RunningPeer) => (sessions.get(peer) ?? start(peer)).gossip

  const keepSequences = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      await clock.sleep(REMEMBERED_MS / 2, { signal }).catch(() => undefined)
      await sequences.save({}).catch((error: unknown) => {
        logger.log('warn', 'net', 'Cannot store the last numbers of authors', { error: String(error) })
      })
    }
  }

  const running = async (call: AbortOptions) => {
    const peer = await network.peer(call)
    return { peer, gossip: await gossipOf(peer) }
  }

  /**
   * A peer that has just connected may be a subscriber: waits until one is reached, or until all that were connected when
   * the wait began have had their time.
   */
  const expectSubscriber = async (
    peer: RunningPeer,
    { topic, gossip, signal }: AbortOptions & { readonly topic: string; readonly gossip: Gossip },
  ) => {
    if (peer.libp2p.getPeers().length === 0) return
    const untilMs = Math.min(clock.now(), sessions.get(peer)?.newestMs ?? 0) + SETTLING_MS
    while (!gossip.reaches(topic) && clock.now() < untilMs) {
      await clock.sleep(OPENING_MS, { signal })
    }
  }

  const close = (topic: string, queue: MessageQueue) => {
    const { dropped } = queue
    if (dropped > 0) logger.log('warn', 'net', 'Dropped messages for a slow subscriber', { topic, dropped })
    if (!subscriptions.remove(topic, queue)) return
    for (const { gossip } of sessions.values())
      gossip.then((begun) => begun.leave(topic)).catch(() => undefined)
  }

  network.extend(async (peer) => {
    if (subscriptions.topics().length > 0) await gossipOf(peer)
    return async () => {
      const session = sessions.get(peer)
      sessions.delete(peer)
      session?.ended.abort()
      await (await session?.gossip.catch(() => undefined))?.stop()
    }
  })

  return {
    isEnabled: true,
    topics: () => subscriptions.topics().toSorted(),
    tags: subscriptions.tags,
    addValidator: (prefix, validate) => void validators.push({ prefix, validate }),
    onSubscriber: (listener) => void listeners.push(listener),
    reset: (author, call = {}) => sequences.reset(author, call),

    async publish(topic, data, { awaitsSubscriber = false, ...call } = {}) {
      checkTopic(topic)
      checkMessage(topic, data)
      const { peer, gossip } = await running(call)
      if (awaitsSubscriber) await expectSubscriber(peer, { topic, gossip, ...call })
      await publishing(() => gossip.publish(topic, data), call)
    },

    async subscribe(topic, { tag, ...call } = {}) {
      checkTopic(topic)
      const { peer } = await running(call)
      const queue = subscriptions.add(topic, tag)
      try {
        const gossip = await gossipOf(peer)
        gossip.join(topic, validatorFor(peer, topic))
      } catch (error) {
        close(topic, queue)
        throw error
      }
      return messages(queue, { ...call, close: () => close(topic, queue) })
    },

    async peers(topic) {
      const { gossip } = await running({})
      return gossip
        .peers(topic)
        .map((peer) => peer.toString())
        .sort()
    },
  }
}

/** The messages of one subscription, which ends when its reader stops, also before the first one. */
function messages(
  queue: MessageQueue,
  { close, signal }: { readonly close: () => void; readonly signal?: AbortSignal | undefined },
): AsyncIterable<TopicMessage> {
  signal?.addEventListener('abort', close, { once: true })
  if (signal?.aborted) close()
  return {
    async *[Symbol.asyncIterator]() {
      try {
        yield* queue.read({ signal })
      } finally {
        signal?.removeEventListener('abort', close)
        close()
      }
    },
  }
}

/** Loads the code of messages at the first use. */
async function loadAndStart(options: GossipOptions): Promise<Gossip> {
  const { startGossip } = await import('./gossip.ts')
  return startGossip(options)
}
