import { CID } from '../codec/cid/cid.ts'
import { assertSecureHash, hashBytes } from '../codec/cid/multihash.ts'
import { DomainError } from '../errors.ts'
import type { Block } from '../ports/blockstore.ts'
import type { BlockFormat } from './block-format.ts'

/** Names the bytes. Throws `invalid-argument` for a digest longer than the function gives, or too weak. */
export async function makeBlock(
  bytes: Uint8Array,
  { version, codec, hasher, digestBytes }: BlockFormat,
): Promise<Block> {
  const multihash = await hashBytes(hasher, bytes, digestBytes)
  if (digestBytes > multihash.digest.byteLength) {
    throw new DomainError('invalid-argument', 'requested length was too large for digest')
  }
  assertSecureHash(multihash)
  return { cid: CID.create(version, codec, multihash), bytes }
}
