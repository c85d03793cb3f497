import type { BlockDescriptor, StateInfo } from '../../../proto/gen/ledger-schema.ts'
import { equalBytes } from '../../codec/bytes/bytes.ts'
import { blockKey, type CID } from '../../codec/cid/cid.ts'
import { isDomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { loadLedgerBlock } from '../blocks/load-block.ts'
import { ledgerError } from '../errors.ts'
import { decodeRecord } from '../records/decode-record.ts'
import { encodeRecord } from '../records/encode-record.ts'
import { malformed } from '../records/malformed.ts'
import type { LedgerState } from '../state/ledger-state.ts'
import { readStateInfo } from '../state/read-record.ts'
import type { UpdateLeaf } from '../state/rollapp-node.ts'
import type { RollappReader } from '../state/rollapp-reader.ts'
import { findByHeight } from './find-by-height.ts'

/** A record with its current state. */
export interface LedgerUpdate {
  /** The record with its current status. Its stored block always says RECEIVED. */
  readonly record: StateInfo
  /** CID of the stored record: its permanent identifier. */
  readonly cid: CID
  /** The ledger height at which it became final; while it is pending, the height at which it is queued. */
  readonly finalHeight: bigint
}

/** A record found by its CID, even if it was replaced or reverted. */
export interface FoundByCid {
  /** With the submitted status if the record is not current. */
  readonly record: StateInfo
  readonly cid: CID
  /** Its current state; absent for a record that was reverted or is from another ledger. */
  readonly update?: LedgerUpdate
}

/** Reads the record of an index. Throws `not-found`: 1007 for an unknown rollapp, sdk 38 for an unused index. */
export async function getUpdate(
  state: LedgerState,
  { rollappId, index }: { readonly rollappId: string; readonly index: bigint },
  options: AbortOptions = {},
): Promise<LedgerUpdate> {
  const rollapp = await state.rollapp(rollappId, options)
  const leaf = await rollapp.updates.get(index, options)
  if (!leaf) throw ledgerError('absent', `Cannot find record ${index} of rollapp "${rollapp.node.id}"`)
  return updateOf(await readStateInfo(state.blocks, leaf.update, options), leaf)
}

/**
 * Reads the record that covers a block height, with the descriptor of that block. Throws 1018 for height 0, and
 * `not-found`: 1007 for an unknown rollapp, 1017 for a height after its last block.
 */
export async function getUpdateByHeight(
  state: LedgerState,
  { rollappId, height }: { readonly rollappId: string; readonly height: bigint },
  options: AbortOptions = {},
): Promise<LedgerUpdate & { readonly descriptor: BlockDescriptor }> {
  const rollapp = await state.rollapp(rollappId, options)
  const found = await findByHeight(state.blocks, rollapp, { height, ...options })
  const descriptor = found?.record.BDs.BD[Number(height - found.record.startHeight)]
  if (found && descriptor) return { ...updateOf(found.record, found.leaf), descriptor }
  throw ledgerError('noStateOfHeight', `Cannot find block ${height} of rollapp "${rollapp.node.id}"`)
}

/** Reads a stored record by its CID. Throws `not-found` (sdk 38) for a missing block and for one that is no record. */
export async function getUpdateByCid(
  state: LedgerState,
  cid: CID,
  options: AbortOptions = {},
): Promise<FoundByCid> {
  const record = await heldRecord(state, cid, options)
  const { rollappId, index } = record.stateInfoIndex
  const rollapp = await state.findRollapp(rollappId, options)
  const leaf = await rollapp?.updates.get(index, options)
  const isStanding = leaf !== undefined && blockKey(leaf.update) === blockKey(cid)
  return { record, cid, ...(isStanding && { update: updateOf(record, leaf) }) }
}

async function heldRecord({ blocks }: LedgerState, cid: CID, options: AbortOptions): Promise<StateInfo> {
  try {
    const bytes = await loadLedgerBlock(blocks, cid, options)
    const record = decodeRecord('StateInfo', bytes, { strict: true })
    // Many short blocks can be decoded, even an empty one.
    if (equalBytes(encodeRecord('StateInfo', record), bytes)) return record
    throw malformed('StateInfo', 'not in its stored form')
  } catch (cause) {
    if (!isDomainError(cause)) throw cause
    throw ledgerError('absent', `Cannot find record "${cid}"`, { cause })
  }
}

/**
 * Reads the last record, or the last final one. Throws `not-found`: 1007 for an unknown rollapp, 1024 when no
 * record is final, sdk 38 when there is no record.
 */
export async function getLatest(
  state: LedgerState,
  { rollappId, finalized }: { readonly rollappId: string; readonly finalized: boolean },
  options: AbortOptions = {},
): Promise<LedgerUpdate> {
  const rollapp = await state.rollapp(rollappId, options)
  const update = await updateAt(state, rollapp, finalized ? 'latestFinal' : 'latest', options)
  if (update) return update
  throw ledgerError(finalized ? 'noneFinal' : 'absent', `Cannot find record of rollapp "${rollapp.node.id}"`)
}

/** The record at one of a rollapp's pointers; `undefined` while the pointer is 0. */
export async function updateAt(
  state: LedgerState,
  { node, updates }: RollappReader,
  pointer: 'latest' | 'latestFinal',
  options: AbortOptions = {},
): Promise<LedgerUpdate | undefined> {
  const leaf = await updates.get(node[pointer], options)
  return leaf && updateOf(await readStateInfo(state.blocks, leaf.update, options), leaf)
}

/** The parameters of a record query. Zero and false count as absent. */
export interface UpdateQuery {
  readonly rollappId: string
  readonly index: bigint
  readonly height: bigint
  readonly finalized: boolean
}

/**
 * Answers like the network's StateInfo query: `index` takes precedence over `height`, and `height` over
 * `finalized`; without any of them it is the last record. Throws like the reads above.
 */
export function resolveUpdate(
  state: LedgerState,
  { rollappId, index, height, finalized }: UpdateQuery,
  options: AbortOptions = {},
): Promise<LedgerUpdate> {
  if (index !== 0n) return getUpdate(state, { rollappId, index }, options)
  if (height !== 0n) return getUpdateByHeight(state, { rollappId, height }, options)
  return getLatest(state, { rollappId, finalized }, options)
}

function updateOf(record: StateInfo, { update, status, finalHeight }: UpdateLeaf): LedgerUpdate {
  return { record: { ...record, status }, cid: update, finalHeight }
}
