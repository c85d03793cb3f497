import { base32 } from 'multiformats/bases/base32'
import { CID } from 'multiformats/cid'
import * as Digest from 'multiformats/hashes/digest'
import type { MultihashDigest } from 'multiformats/hashes/interface'

export type { MultihashDigest }
export { CID }

/** Codec numbers of the multicodec table that this node reads by itself. */
export const RAW_CODEC = 0x55
export const DAG_PB_CODEC = 0x70

/** The code of the multihash function whose digest is the content itself. */
export const IDENTITY_CODE = 0x00

/** The multihash of a CID in lower-case base32 with its multibase prefix: the key of a block in every store. */
export function blockKey(cid: CID): string {
  return base32.encode(cid.multihash.bytes)
}

/** The raw CIDv1 of a {@link blockKey}. Throws when the text is not one. */
export function cidOfBlockKey(key: string): CID {
  return CID.createV1(RAW_CODEC, Digest.decode(base32.decode(key)))
}
