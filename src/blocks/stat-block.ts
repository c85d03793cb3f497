import { type CID, IDENTITY_CODE } from '../codec/cid/cid.ts'
import { assertSecureHash } from '../codec/cid/multihash.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore, StoredBlock } from '../ports/blockstore.ts'
import { absentFrom, type ReportsAbsence } from './not-found.ts'

/**
 * The size of a block. The bytes of an identity CID are in the CID. Throws `not-found` for an absent block,
 * `invalid-argument` for a weak hash.
 */
export async function statBlock(
  blocks: Pick<Blockstore, 'stat'> & ReportsAbsence,
  cid: CID,
  options: AbortOptions = {},
): Promise<StoredBlock> {
  assertSecureHash(cid.multihash)
  if (cid.multihash.code === IDENTITY_CODE) return { cid, sizeBytes: cid.multihash.digest.byteLength }
  const held = await blocks.stat(cid, options)
  if (!held) throw absentFrom(blocks, cid)
  return { cid, ...held }
}
