import type { StateInfo } from '../../../proto/gen/ledger-schema.ts'
import { equalBytes } from '../../codec/bytes/bytes.ts'
import { isDomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { MAX_STATE_INFO_BYTES } from '../blocks/record-block.ts'
import { ledgerError } from '../errors.ts'
import { parseRollappId } from '../identifiers/rollapp-id.ts'
import { decodeRecord } from '../records/decode-record.ts'
import { encodeRecord } from '../records/encode-record.ts'
import type { LedgerState } from '../state/ledger-state.ts'
import { endHeight, loadRecordBlock } from '../state/read-record.ts'
import { FINALIZED, RECEIVED, type RollappNode, type UpdateLeaf } from '../state/rollapp-node.ts'
import { openRollapp } from '../state/rollapp-reader.ts'

/** A rule that a state must satisfy. Errors name it in their details, under `invariant`. */
export type Invariant =
  | 'rollapp-id'
  | 'address'
  | 'pointers'
  | 'indexes'
  | 'status'
  | 'record'
  | 'heights'
  | 'descriptors'
  | 'creation-height'
  | 'queue'
  | 'params'
  | 'duplicate'
  | 'empty-ledger'

/** A 3006 error that names the invariant. */
export function inconsistent(invariant: Invariant, what: string): Error {
  return ledgerError('inconsistent', `Cannot import ledger: ${what}`, { details: { invariant } })
}

/**
 * Reads a whole state and checks that a ledger can have reached it: ids match their numbers, indexes and heights
 * are consecutive, final records come first, and each pending record is queued exactly once. Throws
 * `invalid-argument` (3006); the details name the invariant.
 */
export async function checkState(state: LedgerState, options: AbortOptions = {}): Promise<void> {
  if (state.params.disputePeriod < 1n) throw inconsistent('params', 'the dispute period is 0')
  let pending = 0n
  for await (const [eip155, node] of state.rollapps(options)) {
    if (parseRollappId(node.id)?.eip155 !== eip155)
      throw inconsistent('rollapp-id', `"${node.id}" is out of place`)
    await checkRollapp(state, node, options)
    pending += node.latest - node.latestFinal
  }
  for await (const height of state.queue.heights(options)) {
    pending -= await checkRow(state, { height, most: pending, ...options })
  }
  if (pending !== 0n) throw inconsistent('queue', 'a pending record is not queued')
}

async function checkRollapp(state: LedgerState, node: RollappNode, options: AbortOptions): Promise<void> {
  const { id, latest, latestFinal } = node
  if (latestFinal > latest) throw inconsistent('pointers', `"${id}" has a final record after its last`)
  let expected = 1n
  let start = 1n
  for await (const [index, leaf] of openRollapp(node, state.blocks).updates.entries(options)) {
    if (index !== expected) throw inconsistent('indexes', `"${id}" has no record ${expected}`)
    const bytes = await loadRecordBlock(state.blocks, leaf.update, options)
    const record = decodeRecord('StateInfo', bytes, { strict: true })
    checkForm(record, { bytes, what: `record ${index} of "${id}"` })
    checkRecord(record, { id, index, start, height: state.height })
    const what = `record ${index} of "${id}"`
    checkLeaf(leaf, { isFinal: index <= latestFinal, what, height: state.height })
    if (record.creationHeight > leaf.finalHeight)
      throw inconsistent('queue', `${what} is queued, or final, before it was made`)
    expected += 1n
    start = endHeight(record) + 1n
  }
  if (expected !== latest + 1n)
    throw inconsistent('pointers', `"${id}" has ${expected - 1n} records, not ${latest}`)
}

interface StoredForm {
  readonly bytes: Uint8Array
  readonly what: string
}

/** Checks that the bytes of a record are those that a submission stores. No proof of other bytes is accepted. */
function checkForm(record: StateInfo, { bytes, what }: StoredForm): void {
  if (bytes.byteLength > MAX_STATE_INFO_BYTES)
    throw inconsistent('record', `${what} has ${bytes.byteLength} bytes, over ${MAX_STATE_INFO_BYTES}`)
  if (!equalBytes(encodeRecord('StateInfo', record), bytes))
    throw inconsistent('record', `${what} is not in its stored form`)
}

interface Place {
  readonly id: string
  readonly index: bigint
  /** Expected start of its blocks. */
  readonly start: bigint
  readonly height: bigint
}

function checkRecord(record: StateInfo, { id, index, start, height }: Place): void {
  const what = `record ${index} of "${id}"`
  const named = record.stateInfoIndex
  if (named.rollappId !== id || named.index !== index)
    throw inconsistent('record', `${what} names another place`)
  if (record.status !== RECEIVED) throw inconsistent('record', `${what} is not stored as received`)
  if (record.startHeight !== start) throw inconsistent('heights', `${what} does not begin at ${start}`)
  if (record.creationHeight > height)
    throw inconsistent('creation-height', `${what} was created at a future height`)
  const { BD } = record.BDs
  const isWhole =
    BigInt(BD.length) === record.numBlocks &&
    BD.length > 0 &&
    BD.every(
      (block, at) =>
        block.height === start + BigInt(at) &&
        block.stateRoot.byteLength === 32 &&
        block.intermediateStatesRoot.byteLength === 32,
    )
  if (!isWhole) throw inconsistent('descriptors', `${what} does not describe its blocks`)
}

interface LeafExpectation {
  readonly isFinal: boolean
  readonly what: string
  readonly height: bigint
}

function checkLeaf({ status, finalHeight }: UpdateLeaf, { isFinal, what, height }: LeafExpectation): void {
  if ((status === FINALIZED) !== isFinal) throw inconsistent('status', `${what} has the wrong status`)
  if (isFinal && finalHeight > height) throw inconsistent('status', `${what} is final at a future height`)
}

interface RowCheck extends AbortOptions {
  readonly height: bigint
  /** Number of pending records that no earlier row has. Without this limit, a few blocks make a row of any length. */
  readonly most: bigint
}

/** Checks a row: each entry is pending at this height. Returns the number of entries. */
async function checkRow(state: LedgerState, { height, most, ...options }: RowCheck): Promise<bigint> {
  const seen = new Set<string>()
  for (const { rollappId, index } of await entriesOf(state, { height, most, ...options })) {
    const what = `record ${index} of "${rollappId}" in the row of ${height}`
    const rollapp = await state.findRollapp(rollappId, options)
    const leaf = await rollapp?.updates.get(index, options)
    if (leaf?.status !== RECEIVED || leaf.finalHeight !== height)
      throw inconsistent('queue', `${what} is not pending`)
    if (seen.has(`${rollappId}/${index}`)) throw inconsistent('queue', `${what} occurs twice`)
    seen.add(`${rollappId}/${index}`)
  }
  return BigInt(seen.size)
}

async function entriesOf({ queue }: LedgerState, { height, most, signal }: RowCheck) {
  try {
    return await queue.row(height, { most: Number(most), signal })
  } catch (error) {
    if (!isDomainError(error, 'too-large')) throw error
    throw inconsistent('queue', `the row of ${height} has more entries than there are pending records`)
  }
}
