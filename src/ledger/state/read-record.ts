import type { StateInfo } from '../../../proto/gen/ledger-schema.ts'
import { type CID, RAW_CODEC } from '../../codec/cid/cid.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Block } from '../../ports/blockstore.ts'
import { checkLink } from '../blocks/check-link.ts'
import { type BlockReader, loadLedgerBlock } from '../blocks/load-block.ts'
import type { LedgerBlocks } from '../blocks/load-value.ts'
import { decodeRecord } from '../records/decode-record.ts'

/** Reads a stored record, as submitted. Throws `not-found` (3005) when its block is missing. */
export async function readStateInfo(
  blocks: BlockReader,
  cid: CID,
  options: AbortOptions,
): Promise<StateInfo> {
  return decodeRecord('StateInfo', await loadRecordBlock(blocks, cid, options))
}

/** Reads the bytes of a record. Throws `corrupt` for a link of another codec than raw, and 3005 for a missing block. */
export function loadRecordBlock(blocks: BlockReader, cid: CID, options: AbortOptions): Promise<Uint8Array> {
  checkLink(cid, { codec: RAW_CODEC, what: 'record' })
  return loadLedgerBlock(blocks, cid, options)
}

/** Larger records are not cached. */
const MAX_KEPT_BYTES = 16 * 1024

/** Caches the last record of a rollapp: the next submission and every search by height read it first. */
export function keepLastRecord({ values }: LedgerBlocks, { cid, bytes }: Block): void {
  if (bytes.byteLength <= MAX_KEPT_BYTES) values?.keep(cid, bytes)
}

/** Like {@link readStateInfo}, with a cache for the last record of a rollapp. */
export async function readLastRecord(
  blocks: LedgerBlocks,
  cid: CID,
  options: AbortOptions,
): Promise<StateInfo> {
  const kept = blocks.values?.get(cid)
  if (kept instanceof Uint8Array) return decodeRecord('StateInfo', kept)
  const bytes = await loadRecordBlock(blocks, cid, options)
  keepLastRecord(blocks, { cid, bytes })
  return decodeRecord('StateInfo', bytes)
}

/** The last block height of a record. */
export function endHeight({ startHeight, numBlocks }: StateInfo): bigint {
  return startHeight + numBlocks - 1n
}
