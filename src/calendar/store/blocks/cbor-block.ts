import type { CID } from '../../../codec/cid/cid.ts'
import { decodeDagCbor } from '../../../codec/dag-cbor/decode-dag-cbor.ts'
import type { DagValue } from '../../../codec/ipld/dag-value.ts'
import { DomainError } from '../../../errors.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Blockstore } from '../../../ports/blockstore.ts'

/**
 * Reads and decodes a block of the calendar. Throws `not-found` when it is not stored, `corrupt` when it is not
 * dag-cbor.
 */
export async function readCborBlock(
  blockstore: Pick<Blockstore, 'get'>,
  cid: CID,
  options: AbortOptions = {},
): Promise<DagValue> {
  const bytes = await blockstore.get(cid, options)
  if (!bytes) throw new DomainError('not-found', `Cannot read calendar block "${cid}": not held`)
  return decodeDagCbor(bytes)
}
