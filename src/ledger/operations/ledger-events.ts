import type { CID } from '../../codec/cid/cid.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { fieldsOf } from '../blocks/fields.ts'
import { type LedgerState, openState } from '../state/ledger-state.ts'
import { readStateInfo } from '../state/read-record.ts'
import { FINALIZED, RECEIVED } from '../state/rollapp-node.ts'

/** An event of the ledger, with the network's type and attribute names. All attributes are texts. */
export interface LedgerEvent {
  readonly type: 'state_update' | 'status_change' | 'hard_fork'
  /** The root that the event led to. A watcher may resume from it. */
  readonly root: CID
  readonly attributes: Readonly<Record<string, string>>
}

const STATUS = { [RECEIVED]: 'STATE_STATUS_RECEIVED', [FINALIZED]: 'STATE_STATUS_FINALIZED' } as const

/**
 * The events of one root, derived from its operation and its difference from the previous root. Records that became
 * final are reported in the order in which they did. Spec gap: the document shows no events.
 */
export async function* eventsOf(
  state: LedgerState,
  options: AbortOptions = {},
): AsyncGenerator<LedgerEvent, void> {
  const op = fieldsOf(state.op, 'ledger operation')
  switch (op.text('type')) {
    case 'submit':
      yield recordEvent(state, {
        rollappId: op.text('id'),
        index: op.uint('index'),
        status: RECEIVED,
        ...options,
      })
      break
    case 'advance':
      yield* finalized(state, options)
      break
    case 'revert':
      yield {
        type: 'hard_fork',
        root: state.cid,
        attributes: { rollapp_id: op.text('id'), new_revision_height: `${op.uint('height')}` },
      }
  }
}

/**
 * The rows that were due, in the order of `advanceHeight`. Records that it left pending are not final under the
 * root.
 */
async function* finalized(state: LedgerState, options: AbortOptions): AsyncGenerator<LedgerEvent, void> {
  if (!state.prev) return
  const before = await openState(state.blocks, state.prev, options)
  const reported = new Map<string, bigint>()
  for await (const row of before.queue.rows({ to: state.height, ...options })) {
    for (const { rollappId, index } of row.entries) {
      const { node, updates } = await before.rollapp(rollappId, options)
      const { latestFinal } = (await state.rollapp(rollappId, options)).node
      if (index !== (reported.get(rollappId) ?? node.latestFinal) + 1n) continue
      for (let next = index; next <= latestFinal; next += 1n) {
        const leaf = await updates.get(next, options)
        // The entry itself, followed by records that were due before it and had to wait for it.
        if (next > index && (leaf?.finalHeight ?? row.height) >= row.height) break
        reported.set(rollappId, next)
        yield recordEvent(state, { rollappId, index: next, status: FINALIZED, ...options })
      }
    }
  }
}

interface RecordEventOptions extends AbortOptions {
  readonly rollappId: string
  readonly index: bigint
  readonly status: typeof RECEIVED | typeof FINALIZED
}

async function recordEvent(
  state: LedgerState,
  { rollappId, index, status, signal }: RecordEventOptions,
): Promise<LedgerEvent> {
  const leaf = await (await state.rollapp(rollappId, { signal })).updates.get(index, { signal })
  if (!leaf) throw new TypeError('Cannot tell event: the record is not where its root says')
  const { startHeight, numBlocks, DAPath } = await readStateInfo(state.blocks, leaf.update, { signal })
  return {
    type: status === RECEIVED ? 'state_update' : 'status_change',
    root: state.cid,
    attributes: {
      rollapp_id: rollappId,
      state_info_index: `${index}`,
      start_height: `${startHeight}`,
      num_blocks: `${numBlocks}`,
      da_path: DAPath,
      status: STATUS[status],
    },
  }
}
