import { CID, DAG_PB_CODEC } from '../../../src/codec/cid/cid.ts'
import { hasherFor } from '../../../src/codec/cid/hashers.ts'
import { hashBytes } from '../../../src/codec/cid/multihash.ts'
import type { Blockstore } from '../../../src/ports/blockstore.ts'

/** Stores bytes as a CIDv1 block as they are, whether or not they are right. */
export async function stored(
  blockstore: Pick<Blockstore, 'put'>,
  bytes: Uint8Array,
  codec = DAG_PB_CODEC,
): Promise<CID> {
  const sha256 = hasherFor('sha2-256')
  if (!sha256) throw new Error('no sha2-256')
  const cid = CID.createV1(codec, await hashBytes(sha256, bytes))
  await blockstore.put(cid, bytes)
  return cid
}
