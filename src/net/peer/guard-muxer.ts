import type { MessageStream, StreamMuxer, StreamMuxerFactory } from '@libp2p/interface'
import { whenEnded } from '../when-ended.ts'
import { asError, type ConnectionBounds, countedRate, sum, tooMuch } from './connection-bounds.ts'
import { joinWindowUpdates } from './join-window-updates.ts'
import {
  MAX_EARLY_BYTES,
  MAX_EARLY_STREAMS,
  MAX_MUXER_PINGS,
  MAX_STREAM_WINDOW_BYTES,
  MUXER_PINGS_A_SECOND,
} from './limits.ts'
import { createMuxerFrames, type MuxerFrame } from './muxer-frames.ts'

/**
 * Bounds what peers make the muxer hold and do, which the package leaves to its transports: it collects a data frame of
 * any announced length, and what is sent ahead on streams that are not read yet. A connection over a bound is aborted;
 * when all of them together hold too much, that which holds most.
 */
export function guardMuxer(factory: StreamMuxerFactory, bounds: ConnectionBounds): StreamMuxerFactory {
  const createStreamMuxer = (stream: MessageStream): StreamMuxer => {
    const early = new Map<number, number>()
    let muxer: StreamMuxer | undefined
    const countPing = countedRate(bounds.clock, { perSecond: MUXER_PINGS_A_SECOND, burst: MAX_MUXER_PINGS })

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
        connection.openStream()
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
    const connection = bounds.add({
      unreadBytes: () =>
        frames.partialBytes + sum(muxer?.streams.map(({ readBufferLength }) => readBufferLength) ?? []),
      abort: (error) => stream.abort(error),
    })
    stream.addEventListener('message', ({ data }) => {
      try {
        for (const bytes of data instanceof Uint8Array ? [data] : data) frames.push(bytes)
        connection.arrive(data.byteLength)
      } catch (error) {
        stream.abort(asError(error))
      }
    })
    whenEnded(stream, connection.close)
    // It reads the same messages after this guard.
    muxer = factory.createStreamMuxer(stream)
    joinWindowUpdates(muxer)
    return muxer
  }
  return Object.assign(Object.create(factory) as StreamMuxerFactory, { createStreamMuxer })
}
