import { DomainError } from '../../errors.ts'
import { MAX_SUBSCRIPTIONS, MAX_TOPICS } from './limits.ts'
import type { TopicMessage } from './message.ts'
import { createMessageQueue, type MessageQueue, type WaitingBytes } from './message-queue.ts'

/** The open subscriptions of callers, by topic. */
export interface Subscriptions {
  /**
   * Opens one. Throws `unavailable` where there are too many of them, or of topics. The queue is its caller's, who
   * calls `remove` at the end.
   */
  add(topic: string, tag: string | undefined): MessageQueue
  /** Ends a subscription. True for the last one of its topic. */
  remove(topic: string, queue: MessageQueue): boolean
  deliver(message: TopicMessage): void
  topics(): readonly string[]
  tags(): ReadonlySet<string>
}

export function createSubscriptions(): Subscriptions {
  const queues = new Map<string, Map<MessageQueue, string | undefined>>()
  const waiting: WaitingBytes = { held: 0 }
  let count = 0

  return {
    add(topic, tag) {
      const held = queues.get(topic)
      if (count >= MAX_SUBSCRIPTIONS) throw tooMany(topic, `${MAX_SUBSCRIPTIONS} subscriptions are open`)
      if (!held && queues.size >= MAX_TOPICS) throw tooMany(topic, `there are ${MAX_TOPICS} topics`)
      const queue = createMessageQueue(waiting)
      count += 1
      if (held) held.set(queue, tag)
      else queues.set(topic, new Map([[queue, tag]]))
      return queue
    },
    remove(topic, queue) {
      const held = queues.get(topic)
      if (!held?.delete(queue)) return false
      queue.close()
      count -= 1
      if (held.size > 0) return false
      queues.delete(topic)
      return true
    },
    deliver(message) {
      for (const queue of queues.get(message.topic)?.keys() ?? []) queue.push(message)
    },
    topics: () => [...queues.keys()],
    tags: () => new Set([...queues.values()].flatMap((held) => [...held.values()].filter(isText))),
  }
}

function tooMany(topic: string, reason: string): DomainError {
  const quoted = JSON.stringify(topic.slice(0, 80))
  return new DomainError('unavailable', `Cannot subscribe to topic ${quoted}: ${reason}`)
}

function isText(tag: string | undefined): tag is string {
  return tag !== undefined
}
