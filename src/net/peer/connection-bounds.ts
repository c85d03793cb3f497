import { DomainError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import {
  CHECKED_EVERY_BYTES,
  MAX_NEW_STREAMS,
  MAX_UNREAD_BYTES,
  MAX_UNREAD_OF_CONNECTION,
  NEW_STREAMS_A_SECOND,
} from './limits.ts'

/** A connection whose peer makes this node hold bytes and open streams. */
export interface BoundConnection {
  /** Counts a stream that the peer opens. Throws `too-large` over the rate. */
  openStream(): void
  /**
   * Counts bytes that have arrived. After each {@link CHECKED_EVERY_BYTES} it asks how many wait in memory, and throws
   * `too-large` if these are too many; when all connections together hold too much, the one with most is aborted.
   */
  arrive(sizeBytes: number): void
  /** The connection has ended. */
  close(): void
}

/** The bounds that all connections of a node share, whatever their transport. */
export interface ConnectionBounds {
  readonly clock: Pick<Clock, 'now'>
  add(connection: BoundOptions): BoundConnection
}

export interface BoundOptions {
  /** Unread bytes in memory. */
  readonly unreadBytes: () => number
  abort(error: Error): void
}

export function createConnectionBounds(clock: Pick<Clock, 'now'>): ConnectionBounds {
  /** Unread bytes of each connection when they were last counted. */
  const held = new Map<BoundOptions, number>()
  const dropLargest = () => {
    if (sum(held.values()) <= MAX_UNREAD_BYTES) return
    const [largest] = [...held].toSorted(([, one], [, other]) => other - one)
    largest?.[0].abort(tooMuch(`${MAX_UNREAD_BYTES} unread bytes of all peers`))
  }
  return {
    clock,
    add(connection) {
      const countStream = countedRate(clock, { perSecond: NEW_STREAMS_A_SECOND, burst: MAX_NEW_STREAMS })
      let uncheckedBytes = 0
      held.set(connection, 0)
      return {
        openStream() {
          if (!countStream()) throw tooMuch(`${NEW_STREAMS_A_SECOND} new streams a second`)
        },
        arrive(sizeBytes) {
          uncheckedBytes += sizeBytes
          if (uncheckedBytes < CHECKED_EVERY_BYTES || !held.has(connection)) return
          uncheckedBytes = 0
          const unread = connection.unreadBytes()
          held.set(connection, unread)
          if (unread > MAX_UNREAD_OF_CONNECTION) throw tooMuch(`${MAX_UNREAD_OF_CONNECTION} unread bytes`)
          dropLargest()
        },
        close: () => void held.delete(connection),
      }
    },
  }
}

/** False when more is counted than the rate permits: `burst` at once, and then so many in each second. */
export function countedRate(
  clock: Pick<Clock, 'now'>,
  { perSecond, burst }: { readonly perSecond: number; readonly burst: number },
): () => boolean {
  let left = burst
  let lastMs = clock.now()
  return () => {
    const nowMs = clock.now()
    left = Math.min(burst, left + (Math.max(0, nowMs - lastMs) * perSecond) / 1000)
    lastMs = nowMs
    left -= 1
    return left >= 0
  }
}

export function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}

export function tooMuch(bound: string): DomainError {
  return new DomainError('too-large', `Cannot go on with connection: the peer sent over ${bound}`)
}

/** The error with which a connection is aborted. */
export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('Cannot read frame', { cause: error })
}
