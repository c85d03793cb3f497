import type { DomainError } from '../../errors.ts'
import { ledgerError } from '../errors.ts'

/**
 * The error for bytes, JSON or values that do not match the schema: `invalid-argument`, number 3000. `path` names
 * the message type or the field.
 */
export function malformed(path: string, problem: string, cause?: unknown): DomainError {
  return ledgerError('malformed', `Cannot read "${path}": ${problem}`, { cause })
}
