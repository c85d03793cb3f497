import type { AbortOptions } from '../../ports/abort.ts'
import { MAX_ALL_WAITING_BYTES, MAX_WAITING_BYTES, MAX_WAITING_MESSAGES } from './limits.ts'
import type { TopicMessage } from './message.ts'

/** Bytes that wait for all subscribers of a node together. */
export interface WaitingBytes {
  held: number
}

/** The messages that wait for one subscriber. One that is slow misses messages, and never holds more memory. */
export interface MessageQueue {
  /** Drops the message where the queue is full. */
  push(message: TopicMessage): void
  /** Yields messages until the signal aborts or `close` is called. */
  read(options: AbortOptions): AsyncGenerator<TopicMessage, void>
  /** Ends the iteration, and drops the waiting messages. */
  close(): void
  readonly dropped: number
}

export function createMessageQueue(all: WaitingBytes): MessageQueue {
  let waiting: TopicMessage[] = []
  let waitingBytes = 0
  let dropped = 0
  let isClosed = false
  let changed = Promise.withResolvers<void>()

  const wake = () => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  const release = (sizeBytes: number) => {
    waitingBytes -= sizeBytes
    all.held -= sizeBytes
  }
  const close = () => {
    isClosed = true
    release(waitingBytes)
    waiting = []
    wake()
  }

  return {
    get dropped() {
      return dropped
    },
    push(message) {
      const sizeBytes = message.data.byteLength
      const isFull =
        waiting.length >= MAX_WAITING_MESSAGES ||
        waitingBytes + sizeBytes > MAX_WAITING_BYTES ||
        all.held + sizeBytes > MAX_ALL_WAITING_BYTES
      if (isClosed) return
      if (isFull) {
        dropped += 1
        return
      }
      waiting.push(message)
      waitingBytes += sizeBytes
      all.held += sizeBytes
      wake()
    },
    close,
    async *read({ signal }) {
      signal?.addEventListener('abort', close, { once: true })
      if (signal?.aborted) close()
      try {
        while (!isClosed) {
          const message = waiting.shift()
          if (message) {
            release(message.data.byteLength)
            yield message
          } else {
            await changed.promise
          }
        }
      } finally {
        signal?.removeEventListener('abort', close)
        close()
      }
    },
  }
}
