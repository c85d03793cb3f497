import { DomainError, isDomainError } from '../../errors.ts'
import {
  type BoundedAnswer,
  boundedRequest,
  type RemoteOptions,
  type RequestParts,
} from '../../net/trustless-gateway/bounded-request.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { type PinPage, type PinStatus, readPinPage, readPinStatus, readReason } from './pin-status.ts'
import type { OpenedService } from './pinning-services.ts'

export interface PinQuery {
  /** Exact name, case-sensitive; any name when absent or empty. */
  readonly name?: string | undefined
  /** At most 10 CIDs; all pins when empty. */
  readonly cids: readonly string[]
  readonly statuses: readonly string[]
  /** Only pins that were created before this time, in the service's spelling. */
  readonly before?: string | undefined
  readonly limit: number
}

export interface PinRequest {
  readonly cid: string
  /** No name when absent or empty. */
  readonly name?: string | undefined
  /** Addresses of peers that have the content. */
  readonly origins: readonly string[]
}

/** A client of one service, by the Pinning Services API 1.0. Requests are not retried. All methods throw `unavailable`. */
export interface PinningApi {
  /** One page of pins, newest first. */
  page(query: PinQuery, options: AbortOptions): Promise<PinPage>
  add(pin: PinRequest, options: AbortOptions): Promise<PinStatus>
  get(requestId: string, options: AbortOptions): Promise<PinStatus>
  remove(requestId: string, options: AbortOptions): Promise<void>
  /**
   * Sends a CAR to an address that the service names. Only to its own host, over its own protocol, since the key goes
   * with it.
   */
  upload(address: URL, car: ReadableStream<Uint8Array>, options: AbortOptions): Promise<PinStatus>
}

/** Time for a gigabyte at ten megabit per second. */
const MAX_UPLOAD_MS = 15 * 60_000

interface AskOptions extends AbortOptions {
  readonly maxMs?: number
}

/** Room for 1,000 pins, the largest page of the API, of 4 KiB each. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024

/** Creates a client of one service. Spec: OpenAPI document of ipfs/pinning-services-api-spec, version 1.0. */
export function pinningApi({ endpoint, key }: OpenedService, remote: RemoteOptions): PinningApi {
  const ask = async (
    path: string | URL,
    init: RequestParts,
    { signal, ...limits }: AskOptions,
  ): Promise<BoundedAnswer> => {
    const headers = {
      Accept: 'application/json',
      Authorization: `Bearer ${key}`,
      ...(init.body !== undefined && { 'Content-Type': 'application/json' }),
      ...init.headers,
    }
    const url = path instanceof URL ? path : new URL(`${endpoint}${path}`)
    const answer = await boundedRequest(url, {
      ...remote,
      ...limits,
      init: { ...init, headers },
      maxBytes: MAX_ANSWER_BYTES,
      maxTries: 1,
      readsFailures: true,
      signal,
    }).catch((error: unknown) => {
      if (!isDomainError(error)) throw error
      const text = `empty response from remote pinning service: ${error.message}`
      throw new DomainError('unavailable', text, { cause: error })
    })
    if (answer.status >= 200 && answer.status < 300) return answer
    // Some services echo the request, with the key, in their errors.
    const reason = readReason(answer).replaceAll(key === '' ? /(?!)/g : key, '…')
    throw new DomainError('unavailable', reason)
  }
  return {
    async page({ name, cids, statuses, before, limit }, options) {
      const query = new URLSearchParams({ limit: String(limit), status: statuses.join(',') })
      if (cids.length > 0) query.set('cid', cids.join(','))
      if (name) query.set('name', name)
      if (before !== undefined) query.set('before', before)
      return readPinPage(await ask(`/pins?${query}`, {}, options))
    },
    async add({ cid, name, origins }, options) {
      const body = JSON.stringify({ cid, ...(name && { name }), ...(origins.length > 0 && { origins }) })
      return readPinStatus(await ask('/pins', { method: 'POST', body }, options))
    },
    async get(requestId, options) {
      return readPinStatus(await ask(`/pins/${encodeURIComponent(requestId)}`, {}, options))
    },
    async remove(requestId, options) {
      await ask(`/pins/${encodeURIComponent(requestId)}`, { method: 'DELETE' }, options)
    },
    async upload(address, car, options) {
      const own = new URL(endpoint)
      if (address.host !== own.host) {
        throw new DomainError('unavailable', `remote pinning service asks for an upload to ${address.host}`)
      }
      const url = new URL(`${address.pathname}${address.search}`, own)
      // No browser streams a request over HTTP/1.1. A Blob may be kept on its disk.
      const body = remote.outbound.isCrossOrigin ? await new Response(car).blob() : car
      const headers = { 'Content-Type': 'application/vnd.ipld.car' }
      return readPinStatus(
        await ask(url, { method: 'PUT', headers, body }, { maxMs: MAX_UPLOAD_MS, ...options }),
      )
    },
  }
}
