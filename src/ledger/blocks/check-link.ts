import type { CID } from '../../codec/cid/cid.ts'
import { malformedValue } from './fields.ts'

/** Multihash code of sha2-256, and the length of its digest. */
const SHA2_256 = 0x12
const DIGEST_BYTES = 32

/**
 * Throws `corrupt` unless a link names its block as the ledger does: by this codec and sha2-256. Other CIDs can name
 * the same bytes, but no proof is accepted with them, and garbage collection finds no links behind another codec.
 */
export function checkLink({ code, multihash }: CID, { codec, what }: { codec: number; what: string }): void {
  if (code !== codec) throw malformedValue(what, 'its link has another codec')
  if (multihash.code !== SHA2_256 || multihash.digest.byteLength !== DIGEST_BYTES)
    throw malformedValue(what, 'its link has another hash function')
}
