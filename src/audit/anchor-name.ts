import { hasherFor } from '../codec/cid/hashers.ts'
import { DomainError } from '../errors.ts'

export interface AnchorName {
  /**
   * `calendar_<number>-1`. The number is derived from the key, so that one ledger can hold the calendars of many
   * nodes.
   */
  readonly rollappId: string
  /** 20 bytes from which the address of the key is made. */
  readonly payload: Uint8Array
}

const ADDRESS_BYTES = 20
/** Numbers of 48 bits are exact in every JSON reader. */
const NUMBER_BYTES = 6

/** Derives the rollapp name of a node's calendar from the node's public key. */
export async function anchorName(publicKey: Uint8Array): Promise<AnchorName> {
  const hasher = hasherFor('sha2-256')
  if (!hasher) throw new DomainError('unsupported', 'Cannot name calendar: no sha2-256')
  const digest = await hasher.digest(publicKey)
  const number = digest.subarray(0, NUMBER_BYTES).reduce((sum, byte) => sum * 256 + byte, 0)
  return { rollappId: `calendar_${Math.max(number, 1)}-1`, payload: digest.slice(-ADDRESS_BYTES) }
}
