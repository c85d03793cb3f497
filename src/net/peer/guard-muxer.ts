import type { MessageStream, StreamMuxer, StreamMuxerFactory } from '@libp2p/interface'
import { DomainError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import {
  CHECKED_EVERY_BYTES,
  MAX_EARLY_BYTES,
  MAX_EARLY_STREAMS,
  MAX_MUXER_PINGS,
  MAX_NEW_STREAMS,
  MAX_STREAM_WINDOW_BYTES,
  MAX_UNREAD_BYTES,
  MAX_UNREAD_OF_CONNECTION,
  MUXER_PINGS_A_SECOND,
  NEW_STREAMS_A_SECOND,
} from './limits.ts'
import { createMuxerFrames, type MuxerFrame } from './muxer-frames.ts'

interface GuardedConnection {
  /** Bytes that wait in memory until somebody reads them. */
  unreadBytes: number
  abort(error: Error): void
}

/**
 * Bounds what peers make the muxer hold and do, which the package leaves to its transports: it collects a data frame of
 * any announced length, and what is sent ahead on streams that are not read yet. A connection over a bound is aborted;
 * when all of them together hold too much, the one that holds most.
 */
export function guardMuxer(
  factory: StreamMuxerFactory,
  { clock }: { readonly clock: Pick<Clock, 'now'> },
): StreamMuxerFactory {
  const connections = new Set<GuardedConnection>()
  const dropLargest = () => {
    const sizes = [...connections].toSorted((a, b) => b.unreadBytes - a.unreadBytes)
    const total = sizes.reduce((sum, { unreadBytes }) => sum + unreadBytes, 0)
    if (total > MAX_UNREAD_BYTES) sizes[0]?.abort(tooMuch(`${MAX_UNREAD_BYTES} unread bytes of all peers`))
  }
  const createStreamMuxer = (stream: MessageStream): StreamMuxer => {
    const early = new Map<number, number>()
    let muxer: StreamMuxer | undefined
    let uncheckedBytes = 0
    const countStream = countedRate(clock, { perSecond: NEW_STREAMS_A_SECOND, burst: MAX_NEW_STREAMS })
    const countPing = countedRate(clock, { perSecond: MUXER_PINGS_A_SECOND, burst: MAX_MUXER_PINGS })
    const connection: GuardedConnection = { unreadBytes: 0, abort: (error) => stream.abort(error) }

    /** Drops the streams that have agreed on a protocol, or ended, from those that have not. */
    const sortEarly = () => {
      const undecided = new Set(muxer?.streams.filter(({ protocol }) => protocol === '').map(({ id }) => id))
      for (const id of early.keys()) if (!undecided.has(`${id}`)) early.delete(id)
    }
    const takeFrame = ({ isData, isRequest, streamId, length }: MuxerFrame) => {
      if (isData && length > MAX_STREAM_WINDOW_BYTES)
        throw tooMuch(`${MAX_STREAM_WINDOW_BYTES} bytes in a frame`)
      if (streamId === 0) {
        if (isRequest && !countPing()) throw tooMuch(`${MUXER_PINGS_A_SECOND} pings a second`)
        return
      }
      if (isRequest) {
        if (!countStream()) throw tooMuch(`${NEW_STREAMS_A_SECOND} new streams a second`)
        if (early.size >= MAX_EARLY_STREAMS) sortEarly()
        if (early.size >= MAX_EARLY_STREAMS) throw tooMuch(`${MAX_EARLY_STREAMS} streams without a protocol`)
        early.set(streamId, 0)
      }
      const earlyBytes = early.get(streamId)
      if (!isData || earlyBytes === undefined) return
      early.set(streamId, earlyBytes + length)
      if (sum(early.values()) <= MAX_EARLY_BYTES) return
      sortEarly()
      if (sum(early.values()) > MAX_EARLY_BYTES) throw tooMuch(`${MAX_EARLY_BYTES} bytes before a protocol`)
    }
    const frames = createMuxerFrames(takeFrame)
    const countUnread = () => {
      const waiting = muxer?.streams.map(({ readBufferLength }) => readBufferLength) ?? []
      connection.unreadBytes = frames.partialBytes + sum(waiting)
      if (connection.unreadBytes > MAX_UNREAD_OF_CONNECTION) {
        throw tooMuch(`${MAX_UNREAD_OF_CONNECTION} unread bytes`)
      }
      dropLargest()
    }
    stream.addEventListener('message', ({ data }) => {
      try {
        for (const bytes of data instanceof Uint8Array ? [data] : data) frames.push(bytes)
        uncheckedBytes += data.byteLength
        if (uncheckedBytes < CHECKED_EVERY_BYTES) return
        uncheckedBytes = 0
        countUnread()
      } catch (error) {
        stream.abort(error instanceof Error ? error : new Error('Cannot read frame', { cause: error }))
      }
    })
    connections.add(connection)
    stream.addEventListener('close', () => connections.delete(connection))
    // It reads the same messages after this guard.
    muxer = factory.createStreamMuxer(stream)
    return muxer
  }
  return Object.assign(Object.create(factory) as StreamMuxerFactory, { createStreamMuxer })
}

/** False when more is counted than the rate permits: `burst` at once, and then so many in each second. */
function countedRate(
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

function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}

function tooMuch(bound: string): DomainError {
  return new DomainError('too-large', `Cannot go on with connection: the peer sent over ${bound}`)
}
