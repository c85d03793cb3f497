import type { CID } from '../codec/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { fieldsOf } from './fields.ts'
import { type LedgerState, openState } from './ledger-state.ts'
import { readRecord } from './read-record.ts'
import { editRollapp } from './rollapp-editor.ts'
import { FINALIZED, RECEIVED } from './rollapp-node.ts'

/** What happened, in the words of the network's events; all attributes are texts. */
export interface LedgerEvent {
  readonly type: 'state_update' | 'status_change' | 'hard_fork'
  /** The root that the event led to: where a reader may resume. */
  readonly root: CID
  readonly attributes: Readonly<Record<string, string>>
}

const STATUS = { [RECEIVED]: 'STATE_STATUS_RECEIVED', [FINALIZED]: 'STATE_STATUS_FINALIZED' } as const

/**
 * The events of one root, known from what it says of its operation and how it differs from the root before.
 * Records that became final are told by rollapp, in the order of their EIP155 numbers, and by index. Spec gap:
 * the document shows no events.
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

async function* finalized(state: LedgerState, options: AbortOptions): AsyncGenerator<LedgerEvent, void> {
  if (!state.prev) return
  const before = await openState(state.blocks, state.prev, options)
  for await (const [eip155, link] of state.rollappLinks(options)) {
    if ((await before.rollappLink(eip155, options))?.equals(link)) continue
    const now = await state.byEip155(eip155, options)
    const then = await before.byEip155(eip155, options)
    if (!now) continue
    for (let index = (then?.node.latestFinal ?? 0n) + 1n; index <= now.node.latestFinal; index += 1n) {
      yield recordEvent(state, { rollappId: now.node.id, index, status: FINALIZED, ...options })
    }
  }
}

interface Told extends AbortOptions {
  readonly rollappId: string
  readonly index: bigint
  readonly status: typeof RECEIVED | typeof FINALIZED
}

async function recordEvent(
  state: LedgerState,
  { rollappId, index, status, signal }: Told,
): Promise<LedgerEvent> {
  const { node } = await state.rollapp(rollappId, { signal })
  const leaf = await editRollapp(node, state.blocks).updates.get(index, { signal })
  if (!leaf) throw new TypeError('Cannot tell event: the record is not where its root says')
  const { startHeight, numBlocks, DAPath } = await readRecord(state.blocks, leaf.update, { signal })
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
