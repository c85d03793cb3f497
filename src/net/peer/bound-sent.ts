import type { MessageStream, Stream, StreamMuxer, StreamMuxerFactory } from '@libp2p/interface'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Random } from '../../ports/random.ts'
import { whenEnded } from '../when-ended.ts'
import { countedRate } from './connection-bounds.ts'
import {
  MAX_SENT_AHEAD_BYTES,
  MAX_SENT_AHEAD_OF_ALL_BYTES,
  MIN_SENT_AHEAD_BYTES,
  SENT_PINGS,
  SENT_PINGS_A_SECOND,
  SMALL_SENT_BYTES,
} from './limits.ts'

export interface BoundSentOptions {
  readonly clock: Clock
  readonly random: Random
}

/** What is used of the package's stream. */
type Sender = Stream & { sendData(bytes: Bytes): SendResult; onMuxerDrain(): void }

interface Bytes {
  readonly byteLength: number
  sublist(from: number, to: number): Bytes
}

interface SendResult {
  readonly sentBytes: number
  readonly canSendMore: boolean
}

/** What is used of the package's muxer. */
interface Pinger extends StreamMuxer<Sender> {
  ping?(options: AbortOptions): Promise<number>
  _newStream(...details: unknown[]): Sender
}

/**
 * Bounds what is sent to a peer that does not read, of each connection and of all. Windows do not: the peer sets them,
 * and a WebSocket takes everything. A ping of the muxer follows the data, so only a peer that has read the data knows
 * its random number and answers it. Streams that would send more wait for the answer.
 */
export function boundSent(
  create: () => StreamMuxerFactory,
  { clock, random }: BoundSentOptions,
): () => StreamMuxerFactory {
  /** Sent on all connections and not known to be read. */
  let allBytes = 0
  const maxBytes = () =>
    allBytes < MAX_SENT_AHEAD_OF_ALL_BYTES ? MAX_SENT_AHEAD_BYTES : MIN_SENT_AHEAD_BYTES

  const bound = (muxer: Pinger, connection: MessageStream) => {
    const ended = new AbortController()
    const { signal } = ended
    const countPing = countedRate(clock, { perSecond: SENT_PINGS_A_SECOND, burst: SENT_PINGS })
    let aheadBytes = 0
    let isAsking = false

    const add = (bytes: number) => {
      if (signal.aborted) return
      aheadBytes += bytes
      allBytes += bytes
    }
    const ask = async () => {
      if (!countPing()) await clock.sleep(1000 / SENT_PINGS_A_SECOND, { signal })
      const askedBytes = aheadBytes
      await muxer.ping?.({ signal })
      add(-askedBytes)
      for (const stream of muxer.streams) stream.onMuxerDrain()
    }
    /** Asks until little is on its way. Ends without an answer when the connection ends. */
    const askWhileMuch = async () => {
      if (isAsking) return
      isAsking = true
      try {
        do await ask()
        while (aheadBytes >= maxBytes() / 4)
      } catch {
        // Nothing more is sent to this peer.
      } finally {
        isAsking = false
      }
    }
    const boundStream = (stream: Sender) => {
      const send = stream.sendData.bind(stream)
      stream.sendData = (bytes) => {
        const isSmall = bytes.byteLength <= SMALL_SENT_BYTES
        const room = Math.max(0, (isSmall ? 2 : 1) * maxBytes() - aheadBytes)
        const { sentBytes, canSendMore } =
          room === 0
            ? { sentBytes: 0, canSendMore: false }
            : send(bytes.byteLength > room ? bytes.sublist(0, room) : bytes)
        add(sentBytes)
        if (aheadBytes >= maxBytes() / 4) void askWhileMuch()
        return { sentBytes, canSendMore: canSendMore && sentBytes < room }
      }
      return stream
    }
    const newStream = muxer._newStream.bind(muxer)
    muxer._newStream = (...details) => boundStream(newStream(...details))
    Object.defineProperty(muxer, 'nextPingID', { get: () => randomNumber(random), set: () => undefined })
    whenEnded(connection, () => {
      add(-aheadBytes)
      ended.abort()
    })
  }
  return () => {
    const factory = create()
    const createStreamMuxer = (connection: MessageStream): StreamMuxer => {
      const muxer = factory.createStreamMuxer(connection) as Pinger
      if (muxer.ping) bound(muxer, connection)
      return muxer
    }
    return Object.assign(Object.create(factory) as StreamMuxerFactory, { createStreamMuxer })
  }
}

function randomNumber(random: Random): number {
  return new DataView(random.bytes(4).buffer).getUint32(0)
}
