import { collectBytes } from '../../codec/bytes/collect-bytes.ts'
import { DomainError, isDomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Outbound } from '../../ports/outbound.ts'
import { bodyPieces } from './body-pieces.ts'

/** How other nodes are reached. */
export interface RemoteOptions {
  readonly outbound: Outbound
  readonly clock: Pick<Clock, 'sleep' | 'now'>
}

export interface BoundedRequestOptions extends AbortOptions {
  readonly outbound: Outbound
  readonly clock: Pick<Clock, 'sleep'>
  /** Most bytes of an answer. */
  readonly maxBytes: number
}

/** What somebody answered. */
export interface BoundedAnswer {
  readonly status: number
  /** Empty unless the status is 200. */
  readonly bytes: Uint8Array
}

/** Until the last byte of an answer is there. */
const MAX_MS = 30_000

/** Answers of a host that is busy, or of what stands before it. */
const BUSY = [429, 502, 503, 504]
const MOST_TRIES = 3
const WAIT_MS = 500

/** A browser tells the one no better from the other. */
const NOBODY = 'nobody answers, or lets no page of another origin read. Check the address'

/**
 * Asks an address once, or again where nobody answers or the host is busy. No redirection is followed: who
 * named the one address has not named the other.
 *
 * Throws `forbidden` for an address that must not be asked, `too-large` for an answer over the bound, and
 * `unavailable` for whatever another attempt may mend, or another address.
 */
export async function boundedRequest(url: URL, options: BoundedRequestOptions): Promise<BoundedAnswer> {
  const { outbound, clock, signal } = options
  const refusal = outbound.refusal(url)
  if (refusal !== undefined) throw new DomainError('forbidden', `Cannot ask "${url.origin}": ${refusal}`)
  for (let left = MOST_TRIES - 1; ; left -= 1) {
    try {
      const answer = await once(url, options)
      if (left === 0 || !BUSY.includes(answer.status)) return answer
    } catch (error) {
      signal?.throwIfAborted()
      if (isDomainError(error)) throw error
      if (left === 0) throw unavailable(url, NOBODY, error)
    }
    await clock.sleep(WAIT_MS, { signal })
  }
}

async function once(
  url: URL,
  { outbound, clock, maxBytes, signal }: BoundedRequestOptions,
): Promise<BoundedAnswer> {
  const late = new AbortController()
  const given = AbortSignal.any([late.signal, ...(signal ? [signal] : [])])
  const read = async () => {
    const { status, body } = await outbound.fetch(plainRequest(url, given))
    if (status === 200 && body) {
      return { status, bytes: await collectBytes(bodyPieces(body, given), { maxBytes }) }
    }
    await body?.cancel()
    // A browser hides a redirection behind status 0.
    if (status === 0 || (status >= 300 && status < 400))
      throw unavailable(url, 'it leads to another address. Name that one')
    return { status, bytes: new Uint8Array(0) }
  }
  try {
    return await inTime(read, { clock, late })
  } catch (error) {
    signal?.throwIfAborted()
    if (late.signal.aborted)
      throw unavailable(url, `no whole answer within ${MAX_MS / 1000} seconds. Wait`, error)
    throw error
  }
}

/** A request that is led nowhere else. */
export function plainRequest(url: URL, signal: AbortSignal): Request {
  // A gateway sends a browser that navigates on to another origin.
  return new Request(url, { redirect: 'manual', headers: { 'Sec-Fetch-Mode': 'cors' }, signal })
}

/** Aborts `late` when a task takes longer than an answer may. */
export async function inTime<T>(
  task: () => Promise<T>,
  { clock, late }: Pick<BoundedRequestOptions, 'clock'> & { readonly late: AbortController },
): Promise<T> {
  const ended = new AbortController()
  const timer = clock.sleep(MAX_MS, { signal: ended.signal }).then(
    () => late.abort(),
    () => undefined,
  )
  try {
    return await task()
  } finally {
    ended.abort()
    await timer
  }
}

function unavailable(url: URL, state: string, cause?: unknown): DomainError {
  const message = `Cannot read "${url.origin}${url.pathname}": ${state}, then try again`
  return new DomainError('unavailable', message, { cause })
}
