import { type BlockReader, loadBlock as loadAny } from '../../blocks/load-block.ts'
import type { CID } from '../../codec/cid/cid.ts'
import { isDomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { ledgerError } from '../errors.ts'

export type { BlockReader }

/** Reads the bytes of a ledger block. Throws `not-found` with the ledger's code 3005 when it is missing. */
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
