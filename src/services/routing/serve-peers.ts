import { formatPeerId } from '../../codec/cid/peer-id.ts'
import type { RoutedPeer } from '../../net/routing/routing.ts'
import type { Clock } from '../../ports/clock.ts'
import { byteStream, pullFirst } from '../../streams/byte-stream.ts'
import { endUnread } from '../../streams/end-unread.ts'
import { filterPeer, readFilters } from './filters.ts'
import { answer, JSON_TYPE, listCaching, NDJSON_TYPE, plainAnswer } from './responses.ts'

/** The reference's limit for one JSON text. */
const MAX_LISTED = 20
/** A stream can hold more, but a caller who reads slowly must not keep a search going. */
const MAX_STREAMED = 100
/** A stream of which nobody reads is ended after this time, or twice that. */
const UNREAD_MS = 30_000

export interface ServePeersOptions {
  /** The key of the list in JSON. */
  readonly list: 'Providers' | 'Peers'
  /** Starts the search, which ends with the signal. */
  readonly find: (signal: AbortSignal) => AsyncIterable<RoutedPeer>
  readonly clock: Pick<Clock, 'now' | 'sleep'>
  readonly onError: (error: unknown) => void
}

/** A list of peers in JSON, or a stream of them as they are found. Spec: HTTP routing v1, "Response Body". */
export async function servePeers(request: Request, options: ServePeersOptions): Promise<Response> {
  const type = acceptedType(request.headers.get('Accept'))
  if (type === undefined) return plainAnswer(400, 'no supported content types')
  const ended = new AbortController()
  const signal = AbortSignal.any([request.signal, ended.signal])
  const peers = wantedPeers(options.find(signal), request, type === NDJSON_TYPE ? MAX_STREAMED : MAX_LISTED)
  const end = () => ended.abort(new DOMException('The reply is over', 'AbortError'))
  return type === NDJSON_TYPE ? streamed(peers, end, options) : listed(peers, end, options)
}

async function listed(
  peers: AsyncIterable<RoutedPeer>,
  end: () => void,
  { list, clock }: ServePeersOptions,
): Promise<Response> {
  const found: string[] = []
  try {
    for await (const peer of peers) found.push(formatRecord(peer))
  } finally {
    end()
  }
  const headers = { 'Content-Type': JSON_TYPE, 'Cache-Control': listCaching(found.length > 0) }
  return answer(`{"${list}":[${found.join()}]}`, { headers, clock })
}

async function streamed(
  peers: AsyncIterable<RoutedPeer>,
  end: () => void,
  { clock, onError }: ServePeersOptions,
): Promise<Response> {
  let count = 0
  async function* lines() {
    for await (const peer of peers) {
      count += 1
      yield new TextEncoder().encode(`${formatRecord(peer)}\n`)
    }
  }
  try {
    const source = await pullFirst(endUnread(lines(), { clock, limitMs: UNREAD_MS }))
    const headers = { 'Content-Type': NDJSON_TYPE, 'Cache-Control': listCaching(count > 0) }
    // An error ends the stream after a whole line, so that what was found stays readable.
    const body = byteStream(source, { onClose: end, onError: (error) => onError(error) ?? new Uint8Array(0) })
    return answer(body, { headers, clock })
  } catch (error) {
    end()
    throw error
  }
}

async function* wantedPeers(
  peers: AsyncIterable<RoutedPeer>,
  { url }: Request,
  limit: number,
): AsyncGenerator<RoutedPeer, void> {
  const filters = readFilters(new URL(url))
  let count = 0
  for await (const peer of peers) {
    const wanted = filterPeer(peer, filters)
    if (!wanted) continue
    yield wanted
    count += 1
    if (count === limit) return
  }
}

/** The media type of the answer, or `undefined` if the caller accepts none. */
function acceptedType(accept: string | null): typeof JSON_TYPE | typeof NDJSON_TYPE | undefined {
  if (accept === null || accept === '') return JSON_TYPE
  const types = accept.split(',').map((range) => range.split(';')[0]?.trim().toLowerCase())
  if (types.includes(NDJSON_TYPE)) return NDJSON_TYPE
  return types.includes(JSON_TYPE) || types.includes('*/*') ? JSON_TYPE : undefined
}

/** Keys in the order of the reference. */
function formatRecord({ peerId, addresses, protocols }: RoutedPeer): string {
  return JSON.stringify({
    Addrs: addresses,
    ID: formatPeerId(peerId),
    ...(protocols && { Protocols: protocols }),
    Schema: 'peer',
  })
}
