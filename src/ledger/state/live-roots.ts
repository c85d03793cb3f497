import { attempt } from '../../errors.ts'
import type { LiveRoot } from '../../repo/live-roots.ts'
import { parseContentPath } from '../identifiers/da-path.ts'
import { type HistoryOptions, historyBlocks } from './history-blocks.ts'
import type { LedgerState } from './ledger-state.ts'
import { readStateInfo } from './read-record.ts'
import { FINALIZED, type RollappNode } from './rollapp-node.ts'
import { openRollapp } from './rollapp-reader.ts'

export interface LiveRootOptions extends HistoryOptions {
  /** Ledger heights for which the content of a record stays after it has become final; for good when absent. */
  readonly retention: bigint | undefined
}

/**
 * What collection must leave: all of the state, what is held of its past as far as it is kept, and of the content that records
 * lead to what is held, from submission until finality and the retention after it. A reverted record keeps its
 * own block, and no content.
 */
export async function* ledgerLiveRoots(
  state: LedgerState,
  options: LiveRootOptions,
): AsyncGenerator<LiveRoot, void> {
  for await (const cid of historyBlocks(state.cid, options)) yield { cid, isAlone: true }
  for await (const [, node] of state.rollapps(options)) yield* contentOf(state, node, options)
}

/** Later records become final no earlier: the first that is past its time ends the search. */
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
    // A record that was imported may hold what submission refuses.
    const content = attempt(() => parseContentPath(DAPath), 'invalid-argument')
    if (content) yield { cid: content.cid, mayLack: true }
  }
}
