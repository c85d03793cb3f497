import type { CID } from '../codec/cid/cid.ts'
import { DomainError } from '../errors.ts'

/**
 * The error for a block that a read needs and this node does not hold. Clients look for `not found` and for
 * `ipld: could not find` in its text, which is that of the reference implementation 0.44 offline.
 */
export function blockNotFound(cid: CID): DomainError {
  return new DomainError('not-found', `block was not found locally (offline): ipld: could not find ${cid}`)
}
