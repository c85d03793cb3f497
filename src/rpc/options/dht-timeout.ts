import { DomainError } from '../../errors.ts'
import { parseGoDuration } from '../print/go-duration.ts'
import { badDuration } from './record-times.ts'

/** Throws `invalid-argument` for an invalid or negative duration. There are no peers to wait for. */
export function checkDhtTimeout(text: string | undefined): void {
  if (text === undefined) return
  const limitMs = parseGoDuration(text)
  if (limitMs === undefined) throw new DomainError('invalid-argument', badDuration(text))
  if (limitMs < 0) throw new DomainError('invalid-argument', 'DHT timeout value must be >= 0')
}
