import { type BlockReader, loadBlock as loadAny } from '../../blocks/load-block.ts'
import type { CID } from '../../codec/cid/cid.ts'
import { isDomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { ledgerError } from '../errors.ts'

export type { BlockReader }

/** The bytes of a block of the ledger. Throws `not-found` with the ledger's code 3005 when it is not held. */
export async function loadLedgerBlock(
  blocks: BlockReader,
  cid: CID,
  options: AbortOptions,
): Promise<Uint8Array> {
  try {
    return await loadAny(blocks, cid, options)
  } catch (cause) {
    if (!isDomainError(cause, 'not-found')) throw cause
    throw ledgerError('unreachable', `Cannot read ledger block "${cid}": not held`, { cause })
  }
}
