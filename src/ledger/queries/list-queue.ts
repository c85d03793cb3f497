import type { AbortOptions } from '../../ports/abort.ts'
import type { LedgerState } from '../state/ledger-state.ts'
import type { QueueRow } from '../state/queue-editor.ts'

export interface ListQueue extends AbortOptions {
  /** Ledger heights, inclusive; all when absent. */
  readonly from?: bigint | undefined
  readonly to?: bigint | undefined
  /** Only entries of this rollapp. */
  readonly rollappId?: string | undefined
}

/** Rows of the finalization queue by height, without empty rows. */
export async function* listQueue(
  { queue }: LedgerState,
  { from, to, rollappId, signal }: ListQueue = {},
): AsyncGenerator<QueueRow, void> {
  for await (const { height, entries: row } of queue.rows({ from, to, signal })) {
    const entries = rollappId === undefined ? row : row.filter((entry) => entry.rollappId === rollappId)
    if (entries.length > 0) yield { height, entries }
  }
}
