import { parseGoDuration } from '../../codec/go-duration.ts'
import { DomainError } from '../../errors.ts'
import { badDuration } from './record-times.ts'

/** 24.8 days, the longest time that a timer of every host can wait. */
const NO_LIMIT_MS = 2 ** 31 - 1

/**
 * The time limit for asking other nodes, in milliseconds; `undefined` where the service decides. Throws
 * `invalid-argument` for an invalid or negative duration.
 */
export function dhtTimeoutMs(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const limitMs = parseGoDuration(text)
  if (limitMs === undefined) throw new DomainError('invalid-argument', badDuration(text))
  if (limitMs < 0) throw new DomainError('invalid-argument', 'DHT timeout value must be >= 0')
  return limitMs === 0 ? NO_LIMIT_MS : Math.min(limitMs, NO_LIMIT_MS)
}
