import type { MsgUpdateState } from '../../../proto/gen/ledger-schema.ts'
import { ledgerError } from '../errors.ts'
import { checkAddress } from '../identifiers/address.ts'

export interface CheckUpdateOptions {
  /** The part of an address before the separator `1`. */
  readonly addressPrefix: string
}

const MAX_UINT64 = 0xffff_ffff_ffff_ffffn
const ROOT_BYTES = 32

/**
 * Validates a message without looking at the ledger's state, and returns the creator as stored. The first failure
 * is thrown: creator (sdk 7), number of blocks (1005), end of the blocks beyond 64 bits (1005), number of
 * descriptors (1005), start (1009), then for each descriptor its height (1006) and its two roots of 32 bytes (1011,
 * 1012).
 *
 * Spec gap: the document shows no checks. These are the network's, plus the limit on the end, beyond which heights
 * would overflow.
 */
export function checkUpdate(message: MsgUpdateState, { addressPrefix }: CheckUpdateOptions): string {
  const { startHeight, numBlocks } = message
  const blocks = message.BDs.BD
  const creator = checkAddress(message.creator, { prefix: addressPrefix })
  if (numBlocks === 0n) throw ledgerError('blockCount', 'Cannot take update of 0 blocks')
  if (numBlocks > MAX_UINT64 - startHeight) {
    throw ledgerError(
      'blockCount',
      `Cannot take ${numBlocks} blocks from height ${startHeight}: beyond 64 bits`,
    )
  }
  if (BigInt(blocks.length) !== numBlocks) {
    throw ledgerError('blockCount', `Cannot take ${blocks.length} descriptors of ${numBlocks} blocks`)
  }
  if (startHeight === 0n) throw ledgerError('startHeight', 'Cannot take update from height 0')
  for (const [at, { height, stateRoot, intermediateStatesRoot }] of blocks.entries()) {
    const expected = startHeight + BigInt(at)
    if (height !== expected) {
      throw ledgerError(
        'blockSequence',
        `Cannot take descriptor ${at} of height ${height}: expected ${expected}`,
      )
    }
    if (stateRoot.byteLength !== ROOT_BYTES) {
      throw ledgerError(
        'stateRoot',
        `Cannot take stateRoot of ${stateRoot.byteLength} bytes at height ${height}`,
      )
    }
    if (intermediateStatesRoot.byteLength !== ROOT_BYTES) {
      const size = intermediateStatesRoot.byteLength
      throw ledgerError(
        'intermediateRoot',
        `Cannot take intermediateStatesRoot of ${size} bytes at height ${height}`,
      )
    }
  }
  return creator
}
