import { parseGoDuration } from '../../codec/go-duration.ts'
import { DomainError } from '../../errors.ts'

/**
 * Parses a duration such as `1h` to milliseconds. Throws `invalid-argument` with the reference's text, after `prefix`.
 */
export function readDurationMs(text: string, { prefix = '' }: { readonly prefix?: string } = {}): number {
  const durationMs = parseGoDuration(text)
  if (durationMs !== undefined) return durationMs
  const quoted = JSON.stringify(text.slice(0, 80))
  const reason = /^[+-]?\d+(\.\d*)?$/.test(text) ? 'missing unit in' : 'invalid'
  throw new DomainError('invalid-argument', `${prefix}time: ${reason} duration ${quoted}`)
}
