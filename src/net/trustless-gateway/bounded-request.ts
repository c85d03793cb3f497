import { collectBytes } from '../../codec/bytes/collect-bytes.ts'
import { DomainError, isDomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Outbound } from '../../ports/outbound.ts'
import { withTimeLimit } from '../../streams/with-time-limit.ts'
import { bodyChunks } from './body-chunks.ts'

/** How other nodes are reached. */
export interface RemoteOptions {
  readonly outbound: Outbound
  readonly clock: Pick<Clock, 'sleep' | 'now'>
}

export interface BoundedRequestOptions extends AbortOptions {
  readonly outbound: Outbound
  readonly clock: Pick<Clock, 'sleep'>
  /** Maximum size of a response. */
  readonly maxBytes: number
  /** Time limit up to the last byte of the response, redirects included. Default: 30 seconds. */
  readonly maxMs?: number
  /** Maximum number of attempts when the host does not answer or is busy. Default: 3. */
  readonly maxTries?: number
  /** Redirects to follow, each only to a permitted URL. Default: none. */
  readonly maxRedirects?: number
  /**
   * Decides by the headers whether the response is wanted. The body of an unwanted one is not read. Default:
   * all are wanted.
   */
  readonly accepts?: (headers: Headers) => boolean
  /**
   * Method, headers and body. Default: a GET without headers of its own. They are sent to the target of a redirect
   * too, so a request that carries a secret must not follow redirects.
   */
  readonly init?: RequestParts
  /** Also reads the body of a response with an error status. Default: false. */
  readonly readsFailures?: boolean
}

/** The parts of a request besides its URL. */
export interface RequestParts {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  /** A stream can be sent once: only with `maxTries` 1, and not by a browser. */
  readonly body?: string | Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array>
}

/** A complete response. */
export interface BoundedAnswer {
  readonly status: number
  readonly headers: Headers
  /** Empty unless the response was wanted, and the request succeeded or bodies of failures are read. */
  readonly bytes: Uint8Array
}

const MAX_MS = 30_000

/** Statuses of a busy host, or of a busy proxy in front of it. */
const BUSY = [429, 502, 503, 504]
const MAX_TRIES = 3
const WAIT_MS = 500

/** The causes that a host cannot distinguish. */
const noAnswer = ({ isCrossOrigin }: Outbound): string =>
  `it does not answer${isCrossOrigin ? ', or lets no page of another origin read' : ''}. Check the address`

/**
 * Requests a URL, and repeats the request when the host does not answer or is busy. The core reads from other
 * hosts by this function and by {@link openAnswer} alone. Redirects are not followed unless the caller allows
 * them: permission for one URL does not extend to another.
 *
 * Throws `forbidden` for a URL that is not permitted, `too-large` for a response above the limit, and
 * `unavailable` for failures that another attempt or another host may avoid.
 */
export async function boundedRequest(url: URL, options: BoundedRequestOptions): Promise<BoundedAnswer> {
  const { outbound, clock, maxTries = MAX_TRIES, signal } = options
  assertAllowed(url, outbound)
  for (let left = maxTries - 1; ; left -= 1) {
    try {
      const answer = await once(url, options)
      if (left === 0 || !BUSY.includes(answer.status)) return answer
    } catch (error) {
      signal?.throwIfAborted()
      if (isDomainError(error)) throw error
      if (left === 0) throw unavailable(url, noAnswer(outbound), error)
    }
    await clock.sleep(WAIT_MS, { signal })
  }
}

/**
 * Requests a URL once, for a caller that reads the response as it arrives and bounds its size and time. Throws
 * `forbidden` for a URL that is not permitted.
 */
export async function openAnswer(
  url: URL,
  {
    outbound,
    signal,
    init,
  }: Pick<BoundedRequestOptions, 'outbound' | 'init'> & { readonly signal: AbortSignal },
): Promise<Response> {
  assertAllowed(url, outbound)
  return outbound.fetch(plainRequest(url, signal, init))
}

/** Throws `forbidden` for a URL that is not permitted. */
function assertAllowed(url: URL, outbound: Outbound): void {
  const refusal = outbound.refusal(url)
  if (refusal !== undefined) throw new DomainError('forbidden', `Cannot ask "${url.origin}": ${refusal}`)
}

async function once(url: URL, options: BoundedRequestOptions): Promise<BoundedAnswer> {
  const { clock, maxMs = MAX_MS, signal } = options
  const late = new AbortController()
  const limits = { clock, late, maxMs, signal }
  try {
    return await withTimeLimit(() => read(url, { ...options, signal: late.signal }), limits)
  } catch (error) {
    signal?.throwIfAborted()
    if (late.signal.aborted)
      throw unavailable(url, `no whole answer within ${maxMs / 1000} seconds. Wait`, error)
    throw error
  }
}

interface ReadOptions extends BoundedRequestOptions {
  readonly signal: AbortSignal
}

async function read(url: URL, options: ReadOptions): Promise<BoundedAnswer> {
  const { outbound, maxBytes, maxRedirects = 0, accepts = () => true, init, signal } = options
  const { status, ok, headers, body } = await outbound.fetch(plainRequest(url, signal, init))
  const isRead = ok || (options.readsFailures === true && status >= 400)
  if (isRead && body && accepts(headers)) {
    return { status, headers, bytes: await collectBytes(bodyChunks(body, signal), { maxBytes }) }
  }
  await body?.cancel()
  // A browser reports a redirect as status 0.
  if (status === 0 || (status >= 300 && status < 400)) {
    const next = URL.parse(headers.get('Location') ?? '', url)
    if (maxRedirects === 0 || !next || !headers.has('Location'))
      throw unavailable(url, 'it leads to another address. Name that one')
    assertAllowed(next, outbound)
    return read(next, { ...options, maxRedirects: maxRedirects - 1 })
  }
  return { status, headers, bytes: new Uint8Array(0) }
}

/** A request that does not follow redirects. */
function plainRequest(url: URL, signal: AbortSignal, { headers, ...parts }: RequestParts = {}): Request {
  // A gateway redirects navigating browsers to another origin.
  const all = { 'Sec-Fetch-Mode': 'cors', ...headers }
  const streamed = parts.body instanceof ReadableStream && { duplex: 'half' }
  return new Request(url, { redirect: 'manual', ...parts, ...streamed, headers: all, signal })
}

function unavailable(url: URL, state: string, cause?: unknown): DomainError {
  const message = `Cannot read "${url.origin}${url.pathname}": ${state}, then try again`
  return new DomainError('unavailable', message, { cause })
}
