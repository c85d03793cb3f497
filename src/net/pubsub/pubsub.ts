import type { PeerId } from '../../codec/cid/peer-id.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { TopicMessage, ValidateMessage } from './message.ts'

export interface SubscribeOptions extends AbortOptions {
  /** A label by which the caller finds its subscriptions. */
  readonly tag?: string | undefined
}

export interface PublishMessageOptions extends AbortOptions {
  /**
   * Waits up to two seconds for the first subscriber if a peer has just connected, since it sends its topics only then.
   * Default: false.
   */
  readonly awaitsSubscriber?: boolean | undefined
}

/** Messages among peers, by topic. */
export interface Pubsub {
  /** False if the owner has disabled it. All methods but `addValidator` and `onSubscriber` then throw `unavailable`. */
  readonly isEnabled: boolean
  /**
   * Sends a message to the subscribers of a topic, and resolves when it was handed to the connections of this node:
   * delivery is not guaranteed. Throws `too-large` beyond 1 MiB minus 4 KiB, `unavailable` if too many wait.
   */
  publish(topic: string, data: Uint8Array, options?: PublishMessageOptions): Promise<void>
  /**
   * Subscribes, and resolves when the topic is joined. A subscriber that reads slowly misses messages. Iterate to the
   * end, or abort. Throws `unavailable` if there are too many subscriptions or topics.
   */
  subscribe(topic: string, options?: SubscribeOptions): Promise<AsyncIterable<TopicMessage>>
  /** The topics of this node, sorted. */
  topics(): readonly string[]
  /** The tags of the open subscriptions. */
  tags(): ReadonlySet<string>
  /** The participating peers, or the subscribers of a topic, as sorted peer ids. */
  peers(topic?: string): Promise<readonly string[]>
  /** Removes the last sequence numbers of an author, or of all authors. Resolves to the number of authors. */
  reset(author?: PeerId, options?: AbortOptions): Promise<number>
  /** Adds a validator for messages of topics that begin with a prefix. It runs before they are delivered and forwarded. */
  addValidator(prefix: string, validate: ValidateMessage): void
  /** Called when a peer has subscribed to a topic. */
  onSubscriber(listener: (topic: string, peer: string) => void): void
}
