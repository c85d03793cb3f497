import { toBase64Url } from '../../codec/bytes/base64url.ts'
import { collectBytes } from '../../codec/bytes/collect-bytes.ts'
import { multibaseFor } from '../../codec/cid/multibase.ts'
import { formatPeerId, type PeerId } from '../../codec/cid/peer-id.ts'
import { sha256 } from '../../codec/cid/sha256.ts'
import { DomainError, isDomainError } from '../../errors.ts'
import { remainingMs } from '../../names/record/check-record.ts'
import { MAX_RECORD_BYTES, type NameRecord } from '../../names/record/name-record.ts'
import { bodyChunks } from '../../net/trustless-gateway/body-chunks.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Clock } from '../../ports/clock.ts'
import { withTimeLimit } from '../../streams/with-time-limit.ts'
import { answer, cachedFor, listCaching, plainAnswer, RECORD_TYPE } from './responses.ts'

export interface RecordServer {
  readonly clock: Clock
  /** The newest known record of a name. */
  readonly find: (name: PeerId, options: AbortOptions) => Promise<NameRecord | undefined>
  /** Stores a record. Throws what is wrong with it. */
  readonly store: (name: PeerId, record: Uint8Array, options: AbortOptions) => Promise<void>
}

/** A record is sent in one piece. */
const MAX_BODY_MS = 20_000

/** Spec: HTTP routing v1, `GET /routing/v1/ipns/{name}`; without a record IPIP-513. */
export async function serveRecord(
  { clock, find }: RecordServer,
  request: Request,
  name: PeerId,
): Promise<Response> {
  const accept = request.headers.get('Accept') ?? ''
  if (accept !== '' && !accept.includes('*/*') && !accept.includes(RECORD_TYPE)) {
    const reason = `content type in 'Accept' header is not supported, retry with '${RECORD_TYPE}'`
    return plainAnswer(406, reason)
  }
  const record = await find(name, { signal: request.signal })
  if (!record) {
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': listCaching(false) }
    return answer('delegate error: routing: not found\n', { headers, clock })
  }
  const validSeconds = Math.floor(remainingMs(record, clock.now()) / 1000)
  return answer(record.bytes.slice(), {
    clock,
    headers: {
      'Content-Type': RECORD_TYPE,
      'Content-Disposition': `attachment; filename="${formatPeerId(name, multibaseFor('base36'))}.ipns-record"`,
      'Cache-Control': recordCaching(Number(record.ttlNs / 1_000_000_000n), validSeconds),
      Expires: new Date(clock.now() + validSeconds * 1000).toUTCString(),
      Etag: `"${toBase64Url(sha256(record.bytes))}"`,
    },
  })
}

/** No cache may keep a record beyond its end of life. */
function recordCaching(ttlSeconds: number, validSeconds: number): string {
  if (validSeconds <= 0) return 'no-store'
  const seconds = Math.min(Math.max(0, ttlSeconds), validSeconds)
  return cachedFor(seconds, validSeconds - seconds)
}

/** Spec: HTTP routing v1, `PUT /routing/v1/ipns/{name}`. */
export async function storeRecord(
  { clock, store }: RecordServer,
  request: Request,
  name: PeerId,
): Promise<Response> {
  if (!request.headers.get('Content-Type')?.includes(RECORD_TYPE)) {
    await request.body?.cancel()
    return plainAnswer(406, "content type in 'Content-Type' header is missing or not supported")
  }
  try {
    await store(name, await readBody(request, clock), { signal: request.signal })
    return plainAnswer(200)
  } catch (error) {
    if (!isDomainError(error)) throw error
    if (error.code === 'timeout') return plainAnswer(400, error.message)
    if (error.code === 'already-exists') return plainAnswer(500, `delegate error: ${error.message}`)
    if (error.code === 'too-large') return plainAnswer(400, `provided record is too long: ${error.message}`)
    if (['corrupt', 'failed-precondition'].includes(error.code)) {
      return plainAnswer(400, `provided record is invalid: ${error.message}`)
    }
    throw error
  }
}

async function readBody({ body, signal }: Request, clock: Clock): Promise<Uint8Array> {
  if (!body) return new Uint8Array(0)
  const late = new AbortController()
  const tooLarge = () => new DomainError('too-large', 'record exceeds allowed size limit')
  const read = () => collectBytes(bodyChunks(body, late.signal), { maxBytes: MAX_RECORD_BYTES, tooLarge })
  try {
    return await withTimeLimit(read, { clock, late, maxMs: MAX_BODY_MS, signal })
  } catch (error) {
    signal.throwIfAborted()
    if (late.signal.aborted) throw new DomainError('timeout', 'the record did not arrive in time')
    throw error
  }
}
