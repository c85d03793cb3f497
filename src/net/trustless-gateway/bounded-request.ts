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
  /** Until the last byte of an answer is there, redirections included; 30 seconds when absent. */
  readonly maxMs?: number
  /** Attempts where nobody answers or the host is busy; 3 when absent. */
  readonly mostTries?: number
  /** Redirections to follow, each to an address that may be asked; none when absent. */
  readonly mostRedirects?: number
  /** Says by its headers whether an answer is wanted; its body is left unread otherwise. All are when absent. */
  readonly accepts?: (headers: Headers) => boolean
}

/** What somebody answered. */
export interface BoundedAnswer {
  readonly status: number
  /** Empty unless the request succeeded and its answer was wanted. */
  readonly bytes: Uint8Array
}

const MAX_MS = 30_000

/** Answers of a host that is busy, or of what stands before it. */
const BUSY = [429, 502, 503, 504]
const MOST_TRIES = 3
const WAIT_MS = 500

/** A browser tells the one no better from the other. */
const NOBODY = 'nobody answers, or lets no page of another origin read. Check the address'

/**
 * Asks an address, again where nobody answers or the host is busy: the one way in which the core reads from others.
 * Unless the caller allows it no redirection is followed: who named the one address has not named the other.
 *
 * Throws `forbidden` for an address that must not be asked, `too-large` for an answer over the bound, and
 * `unavailable` for whatever another attempt may mend, or another address.
 */
export async function boundedRequest(url: URL, options: BoundedRequestOptions): Promise<BoundedAnswer> {
  const { outbound, clock, mostTries = MOST_TRIES, signal } = options
  assertAllowed(url, outbound)
  for (let left = mostTries - 1; ; left -= 1) {
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

function assertAllowed(url: URL, outbound: Outbound): void {
  const refusal = outbound.refusal(url)
  if (refusal !== undefined) throw new DomainError('forbidden', `Cannot ask "${url.origin}": ${refusal}`)
}

async function once(url: URL, options: BoundedRequestOptions): Promise<BoundedAnswer> {
  const { clock, maxMs = MAX_MS, signal } = options
  const late = new AbortController()
  const bounded = AbortSignal.any([late.signal, ...(signal ? [signal] : [])])
  try {
    return await inTime(() => read(url, { ...options, signal: bounded }), { clock, late, maxMs })
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
  const { outbound, maxBytes, mostRedirects = 0, accepts = () => true, signal } = options
  const { status, ok, headers, body } = await outbound.fetch(plainRequest(url, signal))
  if (ok && body && accepts(headers)) {
    return { status, bytes: await collectBytes(bodyPieces(body, signal), { maxBytes }) }
  }
  await body?.cancel()
  // A browser hides a redirection behind status 0.
  if (status === 0 || (status >= 300 && status < 400)) {
    const next = URL.parse(headers.get('Location') ?? '', url)
    if (mostRedirects === 0 || !next || !headers.has('Location'))
      throw unavailable(url, 'it leads to another address. Name that one')
    assertAllowed(next, outbound)
    return read(next, { ...options, mostRedirects: mostRedirects - 1 })
  }
  return { status, bytes: new Uint8Array(0) }
}

/** A request that is led nowhere else. */
export function plainRequest(url: URL, signal: AbortSignal): Request {
  // A gateway sends a browser that navigates on to another origin.
  return new Request(url, { redirect: 'manual', headers: { 'Sec-Fetch-Mode': 'cors' }, signal })
}

interface TimeOptions extends Pick<BoundedRequestOptions, 'clock' | 'maxMs'> {
  readonly late: AbortController
}

/** Aborts `late` when a task takes longer than an answer may. */
export async function inTime<T>(
  task: () => Promise<T>,
  { clock, late, maxMs = MAX_MS }: TimeOptions,
): Promise<T> {
  const ended = new AbortController()
  const timer = clock.sleep(maxMs, { signal: ended.signal }).then(
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
