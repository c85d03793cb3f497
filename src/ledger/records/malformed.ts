import type { DomainError } from '../../errors.ts'
import { ledgerError } from '../errors.ts'

/**
 * Bytes, JSON or values that are no message of the schema: `invalid-argument`, number 3000. `path` names
 * the message type, or the field.
 */
export function malformed(path: string, problem: string, cause?: unknown): DomainError {
  return ledgerError('malformed', `Cannot read "${path}": ${problem}`, { cause })
}
