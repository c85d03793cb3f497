import type { BlockDescriptor, StateInfo } from '../../../proto/gen/ledger-schema.ts'
import { blockKey, type CID } from '../../codec/cid/cid.ts'
import { isDomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { loadLedgerBlock } from '../blocks/load-block.ts'
import { ledgerError } from '../errors.ts'
import { decodeRecord } from '../records/decode-record.ts'
import type { LedgerState } from '../state/ledger-state.ts'
import { readStateInfo } from '../state/read-record.ts'
import type { UpdateLeaf } from '../state/rollapp-node.ts'
import type { RollappReader } from '../state/rollapp-reader.ts'
import { findByHeight } from './find-by-height.ts'

/** A record and where it stands. */
export interface LedgerUpdate {
  /** With the status of now; its block says RECEIVED for ever. */
  readonly record: StateInfo
  /** The stored record: its permanent name. */
  readonly cid: CID
  /** Final at this ledger height, or while it is pending, queued at it. */
  readonly finalHeight: bigint
}

/** A record by its CID: what replaced it, or dropped it, does not matter. */
export interface FoundByCid {
  /** As it was submitted where it stands no more. */
  readonly record: StateInfo
  readonly cid: CID
  /** Where it stands; absent for a record that was reverted, or that no ledger took. */
  readonly update?: LedgerUpdate
}

/** The record of an index. Throws `not-found`: 1007 for an unknown rollapp, sdk 38 for an index not given yet. */
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
 * The record that covers a block height, and what it says of that block. Throws 1018 for height 0, and `not-found`: 1007 for an unknown rollapp,
 * 1017 past its last block.
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

/** A held record by its CID. Throws `not-found` (sdk 38) for a block that is not held or is no record. */
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
    return decodeRecord('StateInfo', await loadLedgerBlock(blocks, cid, options), { strict: true })
  } catch (cause) {
    if (!isDomainError(cause)) throw cause
    throw ledgerError('absent', `Cannot find record "${cid}"`, { cause })
  }
}

/**
 * The last record, or the last final one. Throws `not-found`: 1007 for an unknown rollapp, 1024 when none is
 * final, sdk 38 when there is none.
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

/** What one of the pointers of a rollapp points at; `undefined` while it points at nothing. */
export async function updateAt(
  state: LedgerState,
  { node, updates }: RollappReader,
  pointer: 'latest' | 'latestFinal',
  options: AbortOptions = {},
): Promise<LedgerUpdate | undefined> {
  const leaf = await updates.get(node[pointer], options)
  return leaf && updateOf(await readStateInfo(state.blocks, leaf.update, options), leaf)
}

/** What a query of a record names; zero and false mean that it does not. */
export interface UpdateQuery {
  readonly rollappId: string
  readonly index: bigint
  readonly height: bigint
  readonly finalized: boolean
}

/**
 * Answers as the network's StateInfo query does: an index wins over a height, a height over `finalized`; with
 * none of them it is the last record. Throws as the reads it chooses from.
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
