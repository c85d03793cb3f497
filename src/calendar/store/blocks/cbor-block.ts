import { makeBlock } from '../../../blocks/make-block.ts'
import { type CID, DAG_CBOR_CODEC } from '../../../codec/cid/cid.ts'
import { hasherFor } from '../../../codec/cid/hashers.ts'
import { decodeDagCbor } from '../../../codec/dag-cbor/decode-dag-cbor.ts'
import { encodeDagCbor } from '../../../codec/dag-cbor/encode-dag-cbor.ts'
import type { DagValue } from '../../../codec/ipld/dag-value.ts'
import { DomainError } from '../../../errors.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Block, Blockstore } from '../../../ports/blockstore.ts'

/** A value as a dag-cbor block named by its sha2-256: the one form of block the calendar writes. */
export function cborBlock(value: DagValue): Promise<Block> {
  const hasher = hasherFor('sha2-256')
  if (!hasher) throw new DomainError('unsupported', 'Cannot make block: no sha2-256')
  return makeBlock(encodeDagCbor(value), { version: 1, codec: DAG_CBOR_CODEC, hasher, digestBytes: -1 })
}

/** Reads a block that the calendar relies on. Throws `not-found` when it is not held, `corrupt` when it is no dag-cbor. */
export async function readCborBlock(
  blockstore: Pick<Blockstore, 'get'>,
  cid: CID,
  options: AbortOptions = {},
): Promise<DagValue> {
  const bytes = await blockstore.get(cid, options)
  if (!bytes) throw new DomainError('not-found', `Cannot read calendar block "${cid}": not held`)
  return decodeDagCbor(bytes)
}
