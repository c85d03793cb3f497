import { CID } from '../codec/cid/cid.ts'
import { assertSecureHash, hashBytes } from '../codec/cid/multihash.ts'
import { DomainError } from '../errors.ts'
import type { Block } from '../ports/blockstore.ts'
import type { BlockFormat } from './block-format.ts'

/**
 * Hashes bytes into a block with its CID. Throws `invalid-argument` for a weak digest, or one longer than the
 * hash function produces.
 */
export async function makeBlock(
  bytes: Uint8Array,
  { version, codec, hasher, digestBytes }: BlockFormat,
): Promise<Block> {
  const multihash = await hashBytes(hasher, bytes, digestBytes)
  if (digestBytes > multihash.digest.byteLength) {
    throw new DomainError('invalid-argument', 'invalid cid: requested length was too large for digest')
  }
  assertSecureHash(multihash)
  return { cid: CID.create(version, codec, multihash), bytes }
}
