import { absentFrom, type ReportsAbsence } from '../blocks/not-found.ts'
import { type CID, IDENTITY_CODE } from '../codec/cid/cid.ts'
import { assertSecureHash } from '../codec/cid/multihash.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore } from '../ports/blockstore.ts'

/**
 * Asserts that a block without links is stored, without reading it. Throws `not-found`, and `invalid-argument` for
 * an insecure hash.
 */
export async function assertLeaf(
  blockstore: Pick<Blockstore, 'has'> & ReportsAbsence,
  cid: CID,
  options: AbortOptions,
): Promise<void> {
  assertSecureHash(cid.multihash)
  if (cid.multihash.code === IDENTITY_CODE || (await blockstore.has(cid, options))) return
  throw absentFrom(blockstore, cid)
}
