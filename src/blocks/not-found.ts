import type { CID } from '../codec/cid/cid.ts'
import { DomainError } from '../errors.ts'

/**
 * Creates the error for a block that a read needs and this node does not hold. Clients search its text for `not
 * found` and `ipld: could not find`: it is the text of the reference implementation 0.44 when offline.
 */
export function blockNotFound(cid: CID): DomainError {
  return new DomainError('not-found', `block was not found locally (offline): ipld: could not find ${cid}`)
}

/** A reader that may ask remote sources: its errors for absent blocks say so. */
export interface ReportsAbsence {
  /** Creates the error for a block that `has` or `stat` has not found. When absent, the reader asks no others. */
  readonly notFound?: ((cid: CID) => DomainError) | undefined
}

/** The error for a block that a reader does not have. */
export function absentFrom({ notFound = blockNotFound }: ReportsAbsence, cid: CID): DomainError {
  return notFound(cid)
}

/** The error for a block that neither this node nor any source that it asked has. */
export function blockNotFoundAnywhere(cid: CID): DomainError {
  return new DomainError(
    'not-found',
    `block was not found locally or among peers: ipld: could not find ${cid}`,
  )
}
