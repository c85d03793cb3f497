import type { CID } from '../../codec/cid/cid.ts'
import { DomainError, isDomainError } from '../../errors.ts'

/** The error for a name that a node does not link to. Its text is that of the reference implementation. */
export function missingLink(name: string, cid: CID): DomainError {
  const message = `no link named ${JSON.stringify(name)} under ${cid}`
  return new DomainError('not-found', message, { details: { missingLink: name } })
}

/**
 * True for {@link missingLink}: the path does not exist. A missing block is `not-found` too, but does not tell whether
 * the path exists.
 */
export function isMissingLink(error: unknown): boolean {
  return isDomainError(error, 'not-found') && 'missingLink' in error.details
}
