import type { StateInfo } from '../../proto/gen/ledger-schema.ts'
import type { HeldCommit } from '../calendar/model/calendar.ts'
import { equalBytes } from '../codec/bytes/bytes.ts'
import type { CID } from '../codec/cid/cid.ts'
import type { BlockReader } from '../ledger/blocks/load-block.ts'
import { endHeight } from '../ledger/state/read-record.ts'
import { FINALIZED, RECEIVED, type UpdateLeaf } from '../ledger/state/rollapp-node.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { AuditFault, type FaultKind } from './faults.ts'
import type { Submission } from './ledger-past.ts'
import { readBatch } from './read-batch.ts'
import type { Replay } from './replay.ts'

/** Expected properties of a record, derived from the records before it. */
export interface Expected {
  readonly rollappId: string
  readonly index: bigint
  /** Height of its first block. */
  readonly startHeight: bigint
  /** Addresses that may submit. */
  readonly sequencers: readonly string[]
  readonly submission: Submission | undefined
  /** Height of the newest root. */
  readonly ledgerHeight: bigint
}

/** Checks a record against its leaf and the expectations. Throws {@link AuditFault}. */
export function auditRecord(record: StateInfo, leaf: UpdateLeaf, expected: Expected): void {
  const { index, submission } = expected
  const faultOf = (kind: FaultKind, message: string) => new AuditFault({ kind, index, message })
  const named = record.stateInfoIndex
  if (named.rollappId !== expected.rollappId || named.index !== index) {
    throw faultOf('wrong index', `Record ${index} says that it is ${named.index} of "${named.rollappId}"`)
  }
  if (!expected.sequencers.includes(record.sequencer)) {
    throw faultOf('wrong sequencer', `Record ${index} was submitted by "${record.sequencer}"`)
  }
  if (record.startHeight !== expected.startHeight) {
    const kind = record.startHeight > expected.startHeight ? 'skipped' : 'reordered'
    throw faultOf(kind, `Record ${index} begins at ${record.startHeight}, not at ${expected.startHeight}`)
  }
  if (record.status !== RECEIVED) throw faultOf('unreadable', `Record ${index} was not stored as received`)
  if (!submission) throw faultOf('broken ledger', `No operation of the ledger submitted record ${index}`)
  if (record.creationHeight !== submission.height) {
    throw faultOf(
      'wrong index',
      `Record ${index} says ledger height ${record.creationHeight}, not ${submission.height}`,
    )
  }
  const dueHeight = leaf.status === FINALIZED ? expected.ledgerHeight : leaf.finalHeight
  if (leaf.finalHeight < submission.finalHeight || dueHeight < submission.finalHeight) {
    throw faultOf(
      'early finalization',
      `Record ${index} is final before ledger height ${submission.finalHeight}`,
    )
  }
}

/** The result of replaying a record's batch. */
export interface Replayed {
  readonly last: CID | undefined
  readonly commits: number
  /** Number of record versions that the batch does not contain. */
  readonly hidden: number
}

interface BatchCheck extends AbortOptions {
  readonly replay: Replay
  /** The last commit of the batch before. */
  readonly last: CID | undefined
  /** True if a revert has shortened the record. Its batch then has more commits than the record has blocks. */
  readonly isCut: boolean
}

/**
 * Checks the batch of a record: the order of its commits, and each state root by replaying the changes. Throws
 * {@link AuditFault}.
 */
export async function auditBatch(
  blocks: BlockReader,
  record: StateInfo,
  { replay, last, isCut, signal }: BatchCheck,
): Promise<Replayed> {
  const { index } = record.stateInfoIndex
  let before = last
  let count = 0
  let hidden = 0
  for await (const held of readBatch(blocks, record.DAPath, { signal })) {
    const block = record.BDs.BD[count]
    if (!block && isCut) break
    if (!block)
      throw new AuditFault({ kind: 'skipped', index, message: `Batch ${index} has more commits than blocks` })
    checkPlace(held, { index, before, block })
    await checkState(held, { index, block, replay, signal })
    before = held.cid
    hidden += held.hidden
    count += 1
  }
  if (BigInt(count) !== record.numBlocks) {
    const message = `Batch ${index} has ${count} commits of ${record.numBlocks}`
    throw new AuditFault({ kind: 'skipped', index, height: record.startHeight + BigInt(count), message })
  }
  return { last: before, commits: count, hidden }
}

type Block = StateInfo['BDs']['BD'][number]

interface Place {
  readonly index: bigint
  readonly before: CID | undefined
  readonly block: Block
}

function checkPlace({ cid, commit }: HeldCommit, { index, before, block }: Place): void {
  const { height } = block
  if (BigInt(commit.height) !== height) {
    const kind = BigInt(commit.height) > height ? 'skipped' : 'reordered'
    throw new AuditFault({
      kind,
      index,
      height,
      message: `Commit ${commit.height} is in the place of commit ${height}`,
    })
  }
  if (!equalBytes(cid.multihash.digest, block.intermediateStatesRoot)) {
    throw new AuditFault({
      kind: 'rewritten',
      index,
      height,
      message: `Commit ${height} is not the one in the record`,
    })
  }
  if (before ? !commit.prev?.equals(before) : commit.prev !== undefined) {
    throw new AuditFault({
      kind: 'reordered',
      index,
      height,
      message: `Commit ${height} does not follow the one before`,
    })
  }
}

interface Check extends AbortOptions {
  readonly index: bigint
  readonly block: Block
  readonly replay: Replay
}

async function checkState(
  { commit }: HeldCommit,
  { index, block: { height, stateRoot }, replay, signal }: Check,
): Promise<void> {
  const root = await replay.apply(commit.changes, { signal })
  if (!root) {
    const message = `Commit ${height} names a wrong previous version of a record`
    throw new AuditFault({ kind: 'rewritten', index, height, message })
  }
  if (root.equals(commit.state) && equalBytes(root.multihash.digest, stateRoot)) return
  throw new AuditFault({
    kind: 'wrong root',
    index,
    height,
    message: `Commit ${height} gives another state, "${root}"`,
  })
}

/** The height at which the next record must begin. */
export function nextStart(record: StateInfo): bigint {
  return endHeight(record) + 1n
}
