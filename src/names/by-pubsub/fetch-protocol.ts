import type { PeerId as Libp2pPeerId, Stream } from '@libp2p/interface'
import { DomainError } from '../../errors.ts'
import type { RunningPeer } from '../../net/network.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Clock } from '../../ports/clock.ts'
import { MAX_RECORD_BYTES } from '../record/name-record.ts'
import {
  readFetchRequest,
  readFetchResponse,
  writeFetchRequest,
  writeFetchResponse,
} from './fetch-message.ts'

/** Spec: libp2p, Fetch Protocol. Peers that subscribe late ask so for the newest record. */
export const FETCH_PROTOCOL = '/libp2p/fetch/0.0.1'

/** The longest message: a record, and what says that it is one. */
const MAX_MESSAGE_BYTES = MAX_RECORD_BYTES + 64

/** A peer that needs longer for a question or an answer is left. */
const EXCHANGE_MS = 5_000

/** Questions of one peer at a time. */
const MAX_STREAMS = 16

export interface FetchOptions extends AbortOptions {
  readonly clock: Pick<Clock, 'sleep'>
}

/** Answers what peers ask. `find` resolves to the value of a key, or `undefined`. */
export async function serveFetch(
  { libp2p }: RunningPeer,
  find: (key: Uint8Array, options: AbortOptions) => Promise<Uint8Array | undefined>,
  options: FetchOptions,
): Promise<void> {
  const answer = async (stream: Stream) => {
    await exchange(stream, options, async (messages, call) => {
      const key = readFetchRequest((await messages.read(call)).subarray())
      await messages.write(writeFetchResponse(await find(key, call)), call)
    }).catch((error: unknown) => stream.abort(error instanceof Error ? error : new Error('fetch failed')))
  }
  await libp2p.handle(FETCH_PROTOCOL, (stream) => void answer(stream), {
    maxInboundStreams: MAX_STREAMS,
    maxOutboundStreams: MAX_STREAMS,
    runOnLimitedConnection: true,
  })
}

/** Asks a peer for the value of a key. `undefined` if it has none. Throws if it does not answer. */
export async function fetchFromPeer(
  { libp2p }: RunningPeer,
  { peer, key, ...options }: FetchOptions & { readonly peer: Libp2pPeerId; readonly key: Uint8Array },
): Promise<Uint8Array | undefined> {
  const { signal } = options
  const stream = await libp2p.dialProtocol(peer, FETCH_PROTOCOL, {
    runOnLimitedConnection: true,
    ...(signal && { signal }),
  })
  try {
    return await exchange(stream, options, async (messages, call) => {
      await messages.write(writeFetchRequest(key), call)
      return readFetchResponse((await messages.read(call)).subarray())
    })
  } catch (error) {
    stream.abort(error instanceof Error ? error : new Error('fetch failed'))
    throw error
  }
}

/** Exchanges messages over a stream and closes it, within the time limit. */
async function exchange<T>(
  stream: Stream,
  { clock, signal }: FetchOptions,
  perform: (messages: Messages, call: { readonly signal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const { lpStream } = await import('@libp2p/utils')
  const ended = new AbortController()
  const late = () => ended.abort(new DomainError('timeout', 'Cannot exchange records: peer is too slow'))
  const leave = () => ended.abort(signal?.reason)
  signal?.addEventListener('abort', leave, { once: true })
  clock.sleep(EXCHANGE_MS, { signal: ended.signal }).then(late, () => undefined)
  try {
    const call = { signal: ended.signal }
    const result = await perform(lpStream(stream, { maxDataLength: MAX_MESSAGE_BYTES }), call)
    await stream.close(call)
    return result
  } finally {
    signal?.removeEventListener('abort', leave)
    ended.abort()
  }
}

type Messages = ReturnType<typeof import('@libp2p/utils').lpStream>
