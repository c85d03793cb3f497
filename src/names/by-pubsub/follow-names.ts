import { formatPeerId, type PeerId } from '../../codec/cid/peer-id.ts'
import { isDomainError } from '../../errors.ts'
import type { TopicMessage, Verdict } from '../../net/pubsub/message.ts'
import type { Pubsub } from '../../net/pubsub/pubsub.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Clock } from '../../ports/clock.ts'
import { loadOnce } from '../../state/load-once.ts'
import type { NameSubscriber } from '../name-subscriptions.ts'
import type { Names } from '../names.ts'
import { checkRecord, compareRecords } from '../record/check-record.ts'
import { decodeNameRecord, type NameRecord } from '../record/name-record.ts'
import type { FollowedRows } from './followed-rows.ts'
import { nameOfTopic, recordTopic, TOPIC_PREFIX } from './record-topic.ts'

/** Names that are followed by the messages of their topics. */
export interface FollowedNames extends NameSubscriber {
  /**
   * Follows a name, also after a restart. Beyond the limit, the least recently requested one of those without a record
   * is dropped, which may be this one; if all have one, the least recently requested.
   */
  follow(name: PeerId, options: AbortOptions): Promise<void>
  /** Follows the names of earlier runs of this node again. */
  resume(): Promise<void>
  has(name: PeerId): boolean
  /**
   * Keeps a record that a peer has sent if it is valid and newer: `accept`. `reject` for one that is not valid for the
   * name, `ignore` for all others, also when this node cannot store it.
   */
  take(name: PeerId, bytes: Uint8Array, options?: AbortOptions): Promise<Verdict>
}

export interface FollowOptions {
  readonly pubsub: Pubsub
  readonly rows: FollowedRows
  readonly names: Pick<Names, 'find' | 'found'>
  readonly clock: Pick<Clock, 'now'>
}

/** Maximum number of followed names. Any client may resolve names at a gateway, and each is a topic. */
const MAX_FOLLOWED = 100

export function followNames({ pubsub, names, rows, clock }: FollowOptions): FollowedNames {
  const followed = new Map<string, FollowedName>()
  const restore = loadOnce(async () => {
    for (const name of await rows.read()) followed.set(formatPeerId(name), { name })
  })

  /** An error of this node's storage is no fault of the peer. */
  const keepNewer = async (name: PeerId, record: NameRecord, call: AbortOptions): Promise<Verdict> => {
    try {
      const known = await names.find(name, call)
      if (known && compareRecords(record, known) <= 0) return 'ignore'
      await names.found(name, record, call)
      return 'accept'
    } catch (error) {
      if (!isDomainError(error)) throw error
      return 'ignore'
    }
  }
  const take: FollowedNames['take'] = async (name, bytes, call = {}) => {
    try {
      const record = decodeNameRecord(bytes)
      await checkRecord(record, { name, nowMs: clock.now() })
      return await keepNewer(name, record, call)
    } catch (error) {
      if (!isDomainError(error)) throw error
      // A record that has ended by this clock may not have by that of the peer.
      return error.code === 'corrupt' || error.code === 'too-large' ? 'reject' : 'ignore'
    }
  }
  const drop = (name: PeerId) => {
    const text = formatPeerId(name)
    followed.get(text)?.ended?.abort()
    return followed.delete(text)
  }
  /** Anyone can ask for names that nobody has published: those must not displace names that have a record. */
  const leastNeeded = async (options: AbortOptions): Promise<FollowedName | undefined> => {
    for (const held of followed.values()) {
      held.hasRecord ||= !!(await names.find(held.name, options))
      if (!held.hasRecord) return held
    }
    return followed.values().next().value
  }
  /** Subscribes to the topic of a name, once. */
  const subscribe = async (held: FollowedName) => {
    if (held.ended) return
    held.ended = new AbortController()
    try {
      void drain(await pubsub.subscribe(recordTopic(held.name), { signal: held.ended.signal }))
    } catch (error) {
      drop(held.name)
      throw error
    }
  }

  pubsub.addValidator(TOPIC_PREFIX, async ({ topic, data }: TopicMessage) => {
    const name = nameOfTopic(topic)
    return name && followed.has(formatPeerId(name)) ? take(name, data.slice()) : 'accept'
  })

  return {
    take,
    has: (name) => followed.has(formatPeerId(name)),
    async names() {
      await restore()
      return [...followed.values()].map(({ name }) => name)
    },
    async cancel(name, options) {
      await restore()
      if (!followed.has(formatPeerId(name))) return false
      await rows.delete(name, options)
      return drop(name)
    },
    async resume() {
      await restore()
      await Promise.all([...followed.values()].map(subscribe))
    },
    async follow(name, { signal }) {
      signal?.throwIfAborted()
      await restore()
      const text = formatPeerId(name)
      const held = followed.get(text) ?? { name }
      const isNew = !followed.delete(text)
      followed.set(text, held)
      let least: FollowedName | undefined
      do least = followed.size > MAX_FOLLOWED ? await leastNeeded({ signal }) : undefined
      while (least && !drop(least.name))
      if (followed.get(text) !== held) return
      if (isNew) await rows.put(name, { askedMs: clock.now(), dropped: least?.name }, { signal })
      await subscribe(held)
    },
  }
}

interface FollowedName {
  readonly name: PeerId
  /** Absent until a record of the name was seen here. */
  hasRecord?: boolean
  /** Ends the subscription. Absent before it begins. */
  ended?: AbortController
}

/** Reads the messages and drops them: the validator has already stored their records. */
async function drain(messages: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of messages);
}
