import { formatPeerId, type PeerId } from '../../codec/cid/peer-id.ts'
import { isDomainError } from '../../errors.ts'
import type { TopicMessage, Verdict } from '../../net/pubsub/message.ts'
import type { Pubsub } from '../../net/pubsub/pubsub.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Clock } from '../../ports/clock.ts'
import type { NameSubscriber } from '../name-subscriptions.ts'
import type { Names } from '../names.ts'
import { checkRecord, compareRecords } from '../record/check-record.ts'
import { decodeNameRecord } from '../record/name-record.ts'
import { nameOfTopic, recordTopic, TOPIC_PREFIX } from './record-topic.ts'

/** Names that are followed by the messages of their topics. */
export interface FollowedNames extends NameSubscriber {
  /** Follows a name; the one that was asked for longest ago makes room. */
  follow(name: PeerId, options: AbortOptions): Promise<void>
  has(name: PeerId): boolean
  /** Keeps a record that a peer has sent if it is valid and newer. True then. */
  take(name: PeerId, bytes: Uint8Array, options?: AbortOptions): Promise<Verdict>
}

export interface FollowOptions {
  readonly pubsub: Pubsub
  readonly names: Pick<Names, 'find' | 'found'>
  readonly clock: Pick<Clock, 'now'>
}

/** Most names that are followed. Anybody may ask for names at a gateway, and each is a topic. */
const MAX_FOLLOWED = 100

export function followNames({ pubsub, names, clock }: FollowOptions): FollowedNames {
  const followed = new Map<string, { readonly name: PeerId; readonly ended: AbortController }>()

  const take: FollowedNames['take'] = async (name, bytes, call = {}) => {
    try {
      const record = decodeNameRecord(bytes)
      await checkRecord(record, { name, nowMs: clock.now() })
      const known = await names.find(name, call)
      if (known && compareRecords(record, known) <= 0) return 'ignore'
      await names.found(name, record, call)
      return 'accept'
    } catch (error) {
      if (!isDomainError(error)) throw error
      // A record that has ended by this clock may not have by that of the peer.
      return error.code === 'failed-precondition' ? 'ignore' : 'reject'
    }
  }
  const drop = (text: string) => {
    const held = followed.get(text)
    held?.ended.abort()
    return followed.delete(text)
  }

  pubsub.judge(TOPIC_PREFIX, async ({ topic, data }: TopicMessage) => {
    const name = nameOfTopic(topic)
    return name && followed.has(formatPeerId(name)) ? take(name, data.slice()) : 'accept'
  })

  return {
    take,
    has: (name) => followed.has(formatPeerId(name)),
    names: () => [...followed.values()].map(({ name }) => name),
    cancel: async (name) => drop(formatPeerId(name)),
    async follow(name, { signal }) {
      const text = formatPeerId(name)
      const held = followed.get(text)
      if (held) {
        followed.delete(text)
        followed.set(text, held)
        return
      }
      const ended = new AbortController()
      followed.set(text, { name, ended })
      const [oldest] = followed.keys()
      if (followed.size > MAX_FOLLOWED && oldest !== undefined) drop(oldest)
      try {
        signal?.throwIfAborted()
        const messages = await pubsub.subscribe(recordTopic(name), { signal: ended.signal })
        void drain(messages)
      } catch (error) {
        drop(text)
        throw error
      }
    },
  }
}

/** Reads messages, which were taken when they were judged, so that none waits. */
async function drain(messages: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of messages);
}
