import { DomainError } from '../../errors.ts'

/**
 * Bytes, JSON or values that are no message of the schema: `invalid-argument` with codespace `rollapp` and
 * number 3000. `path` names the field, as in `StateInfo.BDs.BD.height`.
 */
export function malformed(path: string, problem: string, cause?: unknown): DomainError {
  return new DomainError('invalid-argument', `Cannot read "${path}": ${problem}`, {
    cause,
    details: { codespace: 'rollapp', code: 3000 },
  })
}
