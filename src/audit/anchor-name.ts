import { hasherFor } from '../codec/cid/hashers.ts'
import { DomainError } from '../errors.ts'

export interface AnchorName {
  /** `calendar_<number>-1`, the number drawn from the key, so that calendars of many nodes can stand in one ledger. */
  readonly rollappId: string
  /** 20 bytes: what the address of the key is made of. */
  readonly payload: Uint8Array
}

const ADDRESS_BYTES = 20
/** Digits of 48 bits stay exact in every reader. */
const NUMBER_BYTES = 6

/** What a node's calendar is called in a ledger, by the node's public key. */
export async function anchorName(publicKey: Uint8Array): Promise<AnchorName> {
  const hasher = hasherFor('sha2-256')
  if (!hasher) throw new DomainError('unsupported', 'Cannot name calendar: no sha2-256')
  const digest = await hasher.digest(publicKey)
  const number = digest.subarray(0, NUMBER_BYTES).reduce((sum, byte) => sum * 256 + byte, 0)
  return { rollappId: `calendar_${Math.max(number, 1)}-1`, payload: digest.slice(-ADDRESS_BYTES) }
}
