import type { MsgUpdateState, StateInfo } from '../../../proto/gen/ledger-schema.ts'
import type { CID } from '../../codec/cid/cid.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { MAX_STATE_INFO_BYTES, storedRecordBlock } from '../blocks/record-block.ts'
import { ledgerError } from '../errors.ts'
import { parseContentPath } from '../identifiers/da-path.ts'
import { encodeRecord } from '../records/encode-record.ts'
import type { LedgerState } from '../state/ledger-state.ts'
import type { Operated } from '../state/operation.ts'
import { endHeight, keepLastRecord, readLastRecord } from '../state/read-record.ts'
import type { RollappEditor } from '../state/rollapp-editor.ts'
import { RECEIVED } from '../state/rollapp-node.ts'
import { checkUpdate } from './check-update.ts'

export interface SubmitOptions extends AbortOptions {
  readonly addressPrefix: string
}

export interface Submitted {
  readonly rollappId: string
  readonly index: bigint
  /** CID of the stored record: its permanent identifier. */
  readonly update: CID
  /** The ledger height at which it becomes final. */
  readonly finalizationHeight: bigint
}

const MAX_UINT64 = 0xffff_ffff_ffff_ffffn

/**
 * Accepts a state update. After the checks of {@link checkUpdate}, checks in this order: submissions enabled
 * (1022), rollapp exists (1007), its version (1008), creator permitted (sequencer 1006), first update starts at 1
 * (1009), only one update at this ledger height if that is the rule (1010), no gap and no overlap (1009), content
 * path (3001). A failure changes nothing.
 *
 * Spec: ledger document, section 3: the next index, from 1. Spec gap: queue and checks are the network's; a record
 * over 1 MiB is refused with 1005.
 */
export async function submitUpdate(
  state: LedgerState,
  message: MsgUpdateState,
  options: SubmitOptions,
): Promise<Operated<Submitted>> {
  const sequencer = checkUpdate(message, options)
  if (!state.params.enabled) throw ledgerError('disabled', 'Cannot submit update')
  const rollapp = await state.rollapp(message.rollappId, options)
  checkAllowed(rollapp, message, sequencer)
  await checkNext(state, rollapp, { message, signal: options.signal })
  parseContentPath(message.DAPath)

  const { id, latest } = rollapp.node
  const index = latest + 1n
  const bytes = encodeRecord('StateInfo', recordOf(message, { id, index, sequencer, height: state.height }))
  if (bytes.byteLength > MAX_STATE_INFO_BYTES) {
    throw ledgerError(
      'blockCount',
      `Cannot take record of ${bytes.byteLength} bytes: over ${MAX_STATE_INFO_BYTES}`,
    )
  }
  const finalizationHeight = state.height + state.params.disputePeriod
  if (finalizationHeight > MAX_UINT64) throw ledgerError('request', 'Cannot queue update beyond 64 bits')
  const block = await storedRecordBlock(bytes)
  state.addBlock(block)
  keepLastRecord(state.blocks, block)
  await rollapp.updates.set(
    index,
    { update: block.cid, status: RECEIVED, finalHeight: finalizationHeight },
    options,
  )
  rollapp.change({ latest: index })
  await state.queue.add(finalizationHeight, { rollappId: id, index }, options)
  return {
    op: new Map<string, string | bigint>([
      ['type', 'submit'],
      ['id', id],
      ['index', index],
    ]),
    result: { rollappId: id, index, update: block.cid, finalizationHeight },
  }
}

function checkAllowed({ node }: RollappEditor, { version }: MsgUpdateState, sequencer: string): void {
  if (version !== node.version) {
    throw ledgerError(
      'version',
      `Cannot take version ${version} of rollapp "${node.id}": expected ${node.version}`,
    )
  }
  if (node.permissioned.length > 0 && !node.permissioned.includes(sequencer)) {
    throw ledgerError('notSequencer', `Cannot take update of "${sequencer}" for rollapp "${node.id}"`)
  }
}

async function checkNext(
  { blocks, height, params }: LedgerState,
  { node, updates }: RollappEditor,
  { message: { startHeight }, signal }: { readonly message: MsgUpdateState } & AbortOptions,
): Promise<void> {
  const leaf = node.latest === 0n ? undefined : await updates.get(node.latest, { signal })
  const last = leaf && (await readLastRecord(blocks, leaf.update, { signal }))
  if (last && params.onePerHeight && last.creationHeight === height) {
    throw ledgerError('onePerHeight', `Cannot take second update at ledger height ${height}`)
  }
  const expected = last ? endHeight(last) + 1n : 1n
  if (startHeight !== expected) {
    throw ledgerError('startHeight', `Cannot take update from height ${startHeight}: expected ${expected}`)
  }
}

interface RecordPlace {
  readonly id: string
  readonly index: bigint
  readonly sequencer: string
  readonly height: bigint
}

function recordOf(message: MsgUpdateState, { id, index, sequencer, height }: RecordPlace): StateInfo {
  const { startHeight, numBlocks, DAPath, version, BDs } = message
  return {
    stateInfoIndex: { rollappId: id, index },
    ...{ sequencer, startHeight, numBlocks, DAPath, version },
    creationHeight: height,
    status: RECEIVED,
    BDs,
  }
}
