import { type CID, isSha2_256 } from '../../codec/cid/cid.ts'
import { malformedValue } from './fields.ts'

/**
 * Throws `corrupt` unless a link names its block as the ledger does: by this codec and sha2-256. Other CIDs can name
 * the same bytes, but no proof is accepted with them, and garbage collection finds no links behind another codec.
 */
export function checkLink({ code, multihash }: CID, { codec, what }: { codec: number; what: string }): void {
  if (code !== codec) throw malformedValue(what, 'its link has another codec')
  if (!isSha2_256(multihash)) throw malformedValue(what, 'its link has another hash function')
}
