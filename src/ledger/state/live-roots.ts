import { attempt } from '../../errors.ts'
import type { LiveRoot } from '../../parts/live-roots.ts'
import { parseContentPath } from '../identifiers/da-path.ts'
import { type HistoryOptions, historyBlocks } from './history-blocks.ts'
import type { LedgerState } from './ledger-state.ts'
import { readStateInfo } from './read-record.ts'
import { FINALIZED, type RollappNode } from './rollapp-node.ts'
import { openRollapp } from './rollapp-reader.ts'
import { FIRST_BLOCK } from './root.ts'

export interface LiveRootOptions extends HistoryOptions {
  /** Ledger heights for which a record's content is kept after finality; forever when absent. */
  readonly retention: bigint | undefined
}

/**
 * The blocks that garbage collection keeps: the whole state, the stored part of the history up to `keepRoots`, and
 * the stored content of records from submission until finality plus the retention. A reverted record keeps only its
 * own block.
 */
export async function* ledgerLiveRoots(
  state: LedgerState,
  options: LiveRootOptions,
): AsyncGenerator<LiveRoot, void> {
  for await (const cid of historyBlocks(state.cid, options)) {
    // The first root is the same on every node, which stores it only with the first change.
    yield { cid, withoutDescendants: true, mayBeIncomplete: cid.equals(FIRST_BLOCK.cid) }
  }
  for await (const [, node] of state.rollapps(options)) yield* contentOf(state, node, options)
}

/** Records become final in order, so the search ends at the first one whose retention is over. */
async function* contentOf(
  { blocks, height }: LedgerState,
  node: RollappNode,
  { retention, signal }: LiveRootOptions,
): AsyncGenerator<LiveRoot, void> {
  const { updates } = openRollapp(node, blocks)
  for await (const [, { update, status, finalHeight }] of updates.entries({ reverse: true, signal })) {
    const isOver = retention !== undefined && finalHeight + retention < height
    if (status === FINALIZED && isOver) return
    const { DAPath } = await readStateInfo(blocks, update, { signal })
    // An imported record may have a path that submission would refuse.
    const content = attempt(() => parseContentPath(DAPath), 'invalid-argument')
    if (content) yield { cid: content.cid, mayBeIncomplete: true }
  }
}
