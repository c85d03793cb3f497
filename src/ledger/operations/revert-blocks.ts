import type { StateInfo } from '../../../proto/gen/ledger-schema.ts'
import type { CID } from '../../codec/cid/cid.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { storedRecordBlock } from '../blocks/record-block.ts'
import { ledgerError } from '../errors.ts'
import { findByHeight } from '../queries/find-by-height.ts'
import { encodeRecord } from '../records/encode-record.ts'
import type { LedgerState } from '../state/ledger-state.ts'
import type { Operated } from '../state/operation.ts'
import { endHeight, readStateInfo } from '../state/read-record.ts'
import type { RollappEditor } from '../state/rollapp-editor.ts'
import { FINALIZED, type UpdateLeaf } from '../state/rollapp-node.ts'

export interface Revert {
  readonly rollappId: string
  /** The first invalid block. It and all later blocks are reverted. */
  readonly height: bigint
  readonly reason: string
  /** When set, the sequencer that must have submitted the record of that block. */
  readonly accused?: string | undefined
}

export interface Reverted {
  readonly rollappId: string
  /** Index of the last remaining record; 0 for none. */
  readonly kept: bigint
  readonly revision: bigint
  /** The reverted records, as submitted; the first may have been replaced by a shorter one. */
  readonly reverted: readonly CID[]
}

/** Maximum number of records that one call reverts. */
const MAX_REVERTED = 65_536

const MAX_REASON_CHARACTERS = 1000

/**
 * Reverts the blocks of a rollapp from a height on, under a new revision in which indexes are reused. A record that
 * begins before the height is shortened: a new record replaces it, under the same index and in the same row.
 *
 * Throws for an unknown rollapp (1007), height 0 (1018), a height that is final (2000), was reverted before (2001)
 * or does not exist (1017), and when `accused` did not submit the record (2003). Spec gap: the document shows no
 * reverts.
 */
export async function revertBlocks(
  state: LedgerState,
  { rollappId, height, reason, accused }: Revert,
  options: AbortOptions = {},
): Promise<Operated<Reverted>> {
  const rollapp = await state.rollapp(rollappId, options)
  const { index, record } = await findDisputed(state, rollapp, { height, ...options })
  if (accused !== undefined && accused.toLowerCase() !== record.sequencer) {
    throw ledgerError('wrongAccused', `Cannot revert height ${height}: submitted by "${record.sequencer}"`)
  }
  const { latest, revision } = rollapp.node
  if (latest - index >= MAX_REVERTED) {
    throw ledgerError('request', `Cannot revert over ${MAX_REVERTED} records at once`)
  }
  const last = await leafAt(rollapp, latest, options)
  const end = endHeight(await readStateInfo(state.blocks, last.update, options))
  const isCut = record.startHeight < height
  const reverted = await dropFrom(state, rollapp, { index, isCut, ...options })
  if (isCut) await replaceCut(state, rollapp, { index, record, height, ...options })
  const kept = isCut ? index : index - 1n
  const { revertedEnd } = rollapp.node
  const next = { latest: kept, revision: revision + 1n, revertedEnd: end > revertedEnd ? end : revertedEnd }
  rollapp.change(next)
  return {
    op: new Map<string, string | bigint>([
      ['type', 'revert'],
      ['id', rollapp.node.id],
      ['height', height],
      ['reason', reason.slice(0, MAX_REASON_CHARACTERS)],
      ['revision', next.revision],
    ]),
    result: { rollappId: rollapp.node.id, kept, revision: next.revision, reverted },
  }
}

interface AtHeight extends AbortOptions {
  readonly height: bigint
}

async function findDisputed({ blocks }: LedgerState, rollapp: RollappEditor, { height, signal }: AtHeight) {
  const found = await findByHeight(blocks, rollapp, { height, signal })
  if (found?.leaf.status === FINALIZED) throw ledgerError('alreadyFinal', `Cannot revert height ${height}`)
  if (found) return found
  const wasReverted = height <= rollapp.node.revertedEnd
  throw ledgerError(wasReverted ? 'alreadyReverted' : 'noStateOfHeight', `Cannot revert height ${height}`)
}

interface Drop extends AbortOptions {
  readonly index: bigint
  /** True keeps the first record in its row of the queue, because a shorter one replaces it. */
  readonly isCut: boolean
}

/** Moves the records from an index on to the trie of reverted ones. */
async function dropFrom(
  state: LedgerState,
  rollapp: RollappEditor,
  { index: first, isCut, signal }: Drop,
): Promise<readonly CID[]> {
  const { id, latest, revision } = rollapp.node
  const cids: CID[] = []
  let place = BigInt(await rollapp.reverted.size({ signal }))
  const rows = new Set<bigint>()
  for (let index = first; index <= latest; index += 1n) {
    const { update, finalHeight } = await leafAt(rollapp, index, { signal })
    await rollapp.reverted.set(place, { index, revision, update }, { signal })
    place += 1n
    cids.push(update)
    rows.add(finalHeight)
    if (!isCut || index > first) await rollapp.updates.delete(index, { signal })
  }
  const isGone = (index: bigint) => index > first || (index === first && !isCut)
  for (const row of rows) {
    await state.queue.remove(row, (entry) => entry.rollappId === id && isGone(entry.index), { signal })
  }
  return cids
}

interface Cut extends AtHeight {
  readonly index: bigint
  readonly record: StateInfo
}

async function replaceCut(
  state: LedgerState,
  rollapp: RollappEditor,
  { index, record, height, signal }: Cut,
): Promise<void> {
  const numBlocks = height - record.startHeight
  const BDs = { BD: record.BDs.BD.slice(0, Number(numBlocks)) }
  const block = await storedRecordBlock(encodeRecord('StateInfo', { ...record, numBlocks, BDs }))
  state.addBlock(block)
  const leaf = await leafAt(rollapp, index, { signal })
  await rollapp.updates.set(index, { ...leaf, update: block.cid }, { signal })
}

async function leafAt(
  { node, updates }: RollappEditor,
  index: bigint,
  options: AbortOptions,
): Promise<UpdateLeaf> {
  const leaf = await updates.get(index, options)
  if (leaf) return leaf
  throw ledgerError('unreachable', `Cannot find record ${index} of rollapp "${node.id}"`)
}
