import type { StateInfo } from '../../proto/gen/ledger-schema.ts'
import type { CID } from '../codec/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { type BlockReader, loadBlock } from './load-block.ts'
import { decodeRecord } from './records/decode-record.ts'

/** The stored record, as it was submitted. Throws `not-found` (3005) when its block is not held. */
export async function readRecord(blocks: BlockReader, cid: CID, options: AbortOptions): Promise<StateInfo> {
  return decodeRecord('StateInfo', await loadBlock(blocks, cid, options))
}

/** The last block height of a record. */
export function endHeight({ startHeight, numBlocks }: StateInfo): bigint {
  return startHeight + numBlocks - 1n
}
