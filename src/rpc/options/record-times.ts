import { formatGoDuration, parseGoDuration } from '../../codec/go-duration.ts'
import { DomainError } from '../../errors.ts'

/** Default time for which others may cache a record: that of the reference implementation 0.44. */
const USUAL_TTL_MS = 5 * 60_000

/**
 * The lifetimes of a name record. Throws `invalid-argument` with the reference implementation's texts, and for
 * a ttl longer than the lifetime.
 */
export function recordTimes({
  lifetime,
  ttl,
}: {
  readonly lifetime: string
  readonly ttl?: string | undefined
}): { readonly lifetimeMs: number; readonly ttlMs: number } {
  const lifetimeMs = parseGoDuration(lifetime)
  if (lifetimeMs === undefined) throw invalid(`error parsing lifetime option: ${badDuration(lifetime)}`)
  if (lifetimeMs <= 0) throw invalid(`lifetime must be greater than zero, got ${lifetime}`)
  if (ttl === undefined) return { lifetimeMs, ttlMs: Math.min(USUAL_TTL_MS, lifetimeMs) }
  const ttlMs = parseGoDuration(ttl)
  if (ttlMs === undefined) throw invalid(badDuration(ttl))
  if (ttlMs < 0) throw invalid(`ttl must not be negative, got ${ttl}`)
  if (ttlMs <= lifetimeMs) return { lifetimeMs, ttlMs }
  throw invalid(`ttl (${printed(ttlMs)}) must not be greater than lifetime (${printed(lifetimeMs)})`)
}

const MAX_QUOTED_CHARACTERS = 1024

/** The text of Go's parser for most invalid durations. */
export function badDuration(text: string): string {
  return `time: invalid duration ${JSON.stringify(text.slice(0, MAX_QUOTED_CHARACTERS))}`
}

function printed(durationMs: number): string {
  return formatGoDuration(BigInt(Math.round(durationMs * 1e6)))
}

function invalid(reason: string): DomainError {
  return new DomainError('invalid-argument', reason)
}
