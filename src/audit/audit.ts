import type { CID } from '../codec/cid/cid.ts'
import { verifyBlock } from '../codec/cid/multihash.ts'
import { isDomainError } from '../errors.ts'
import type { BlockReader } from '../ledger/blocks/load-block.ts'
import { FINALIZED, type UpdateLeaf } from '../ledger/state/rollapp-node.ts'
import { findRollapp, type RollappReader } from '../ledger/state/rollapp-reader.ts'
import { loadRoot } from '../ledger/state/root.ts'
import type { ChainReader } from '../net/trustless-gateway/remote-chain.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { auditBatch, auditRecord, nextStart } from './audit-record.ts'
import { AuditFault, type Fault, type FaultKind } from './faults.ts'
import { type LedgerPast, readPast } from './ledger-past.ts'
import { asAuditFault } from './read-batch.ts'
import { recordsAhead } from './records-ahead.ts'
import { createReplay } from './replay.ts'

export interface AuditOptions extends AbortOptions {
  readonly rollappId: string
  /** The newest root of the ledger, as the node under audit gives it. */
  readonly root: CID
  /** A root that the same node gave before: what was under it must still be there. */
  readonly known?: CID | undefined
  /** True when a rollapp that is not there yet is nothing to hide: that of a calendar whose ledger is empty. */
  readonly mayBeAbsent?: boolean | undefined
  /** Reads the roots, from the newest back; the reader of all else when absent. */
  readonly roots?: ChainReader | undefined
  /** Records that are on their way while one is checked, for a reader that waits on others; none when absent. */
  readonly ahead?: number | undefined
}

/** What was checked. The numbers tell how far the audit came; without a fault, and done, that is all there is. */
export interface AuditReport {
  readonly rollappId: string
  readonly root: CID
  readonly records: bigint
  readonly finalRecords: bigint
  readonly commits: number
  /** Versions of records that batches do not show, such as drafts: their CIDs were checked, their content was not seen. */
  readonly hiddenRecords: number
  /** The last commit that holds; absent when there is none. */
  readonly head: CID | undefined
  readonly fault: Fault | undefined
  /** True for the last report of an audit. */
  readonly isDone: boolean
}

/** Most roots of a ledger that are read: one for each operation. */
const MAX_ROOTS = 1_000_000

/**
 * Checks that a ledger tells the truth about the calendar in it, from its root and the blocks alone: records one
 * after the other, commits in their places, each state root made again from the changes, nothing final before
 * its time, and nothing that was once said taken back. Every block is hashed. Reports before the first record and after
 * each, and ends with the first fault.
 *
 * Throws only what is no matter of the ledger: an abort, and `unavailable` for a reader that cannot tell whether a
 * block is there.
 */
export async function* auditRollapp(
  reader: BlockReader,
  options: AuditOptions,
): AsyncGenerator<AuditReport, void> {
  const { rollappId, root, ahead = 0, signal } = options
  const blocks = hashed(reader)
  let report: AuditReport = {
    ...{ rollappId, root, records: 0n, finalRecords: 0n, commits: 0, hiddenRecords: 0 },
    ...{ head: undefined, fault: undefined, isDone: false },
  }
  yield report
  try {
    const { ledgerHeight, rollapp, past } = await opened(blocks, options)
    if (!rollapp) {
      yield { ...report, isDone: true }
      return
    }
    const { creator, permissioned, latest } = rollapp.node
    const sequencers = permissioned.length > 0 ? permissioned : [creator]
    const replay = createReplay()
    let startHeight = 1n
    let isFinal = true
    const records = recordsAhead(blocks, { updates: rollapp.updates, latest, ahead, signal })
    for await (const { index, leaf, record } of records) {
      const submission = past.submissions.get(index)
      auditRecord(record, leaf, {
        rollappId,
        index,
        startHeight,
        sequencers,
        submission,
        ledgerHeight,
      })
      isFinal = checkOrder(leaf, { index, isFinal, latestFinal: rollapp.node.latestFinal })
      const { last, commits, hidden } = await auditBatch(blocks, record, {
        replay,
        last: report.head,
        signal,
      })
      startHeight = nextStart(record)
      report = {
        ...report,
        records: index,
        finalRecords: isFinal ? index : report.finalRecords,
        commits: report.commits + commits,
        hiddenRecords: report.hiddenRecords + hidden,
        head: last,
      }
      yield report
    }
    yield { ...report, isDone: true }
  } catch (error) {
    signal?.throwIfAborted()
    const found = asAuditFault(error)
    if (!(found instanceof AuditFault)) throw error
    yield { ...report, fault: found.fault, isDone: true }
  }
}

async function opened(blocks: BlockReader, options: AuditOptions) {
  const { rollappId, root, known, roots, mayBeAbsent = false, signal } = options
  const state = await loadRoot(blocks, root, { signal })
  const reader = roots ? hashed(roots) : blocks
  const past = await readPast(reader, root, { rollappId, known, budget: MAX_ROOTS, signal }).finally(
    roots?.leave,
  )
  const rollapp = await findRollapp(blocks, state, { rollappId, signal })
  if (known) await checkKnown(blocks, rollapp, { rollappId, known, past, signal })
  if (rollapp || mayBeAbsent) return { ledgerHeight: state.height, rollapp, past }
  throw new AuditFault({ kind: 'withheld', message: `Root "${root}" holds no rollapp "${rollappId}"` })
}

interface Known extends AbortOptions {
  readonly rollappId: string
  readonly known: CID
  readonly past: LedgerPast
}

/** What stood under a root that was seen must stand there still, and the root behind the newest. */
async function checkKnown(
  blocks: BlockReader,
  rollapp: RollappReader | undefined,
  { rollappId, known, past, signal }: Known,
): Promise<void> {
  const faultOf = (kind: FaultKind, message: string) => new AuditFault({ kind, message })
  try {
    const state = await loadRoot(blocks, known, { signal })
    const before = await findRollapp(blocks, state, { rollappId, signal })
    if (before) await checkStands(before, rollapp, { signal })
  } catch (error) {
    if (!isDomainError(error, 'not-found')) throw error
    if (past.hasKnown) {
      const missing = `Content of root "${known}", seen before, is missing: ${error.message}`
      throw faultOf('withheld', `${missing}. Bring it back, or compare with a later root`)
    }
  }
  if (past.hasKnown) return
  throw faultOf('equivocated', `Root "${known}", seen before, is not among those behind the newest`)
}

/** Nodes that are read at once, for a reader that waits on others. */
const NODES_AHEAD = 8

async function checkStands(
  before: RollappReader,
  rollapp: RollappReader | undefined,
  options: AbortOptions,
): Promise<void> {
  if (!rollapp) {
    throw new AuditFault({ kind: 'equivocated', message: `Rollapp "${before.node.id}" was there before` })
  }
  const isSameRevision = before.node.revision === rollapp.node.revision
  for await (const [index, leaf] of before.updates.entries({ ahead: NODES_AHEAD, ...options })) {
    const now = await rollapp.updates.get(index, options)
    const mustStand = isSameRevision || leaf.status === FINALIZED
    if (mustStand && !(now?.update.equals(leaf.update) && now.status >= leaf.status)) {
      throw new AuditFault({
        kind: 'equivocated',
        index,
        message: `Record ${index} was another one, or final, before`,
      })
    }
  }
}

interface Order {
  readonly index: bigint
  /** Whether all records before it are final. */
  readonly isFinal: boolean
  readonly latestFinal: bigint
}

/** Records become final in their order, and the pointer says up to which. */
function checkOrder({ status }: UpdateLeaf, { index, isFinal, latestFinal }: Order): boolean {
  if (status === FINALIZED && !isFinal) {
    throw new AuditFault({
      kind: 'early finalization',
      index,
      message: `Record ${index} is final before those ahead of it`,
    })
  }
  if ((status === FINALIZED) !== index <= latestFinal) {
    throw new AuditFault({
      kind: 'early finalization',
      index,
      message: `The ledger calls ${latestFinal} its last final record`,
    })
  }
  return status === FINALIZED
}

/** A reader that trusts no store: what a block is named must be what it is. */
function hashed(blocks: BlockReader): BlockReader {
  return {
    async get(cid, options) {
      const bytes = await blocks.get(cid, options)
      if (bytes) await verifyBlock(cid, bytes)
      return bytes
    },
  }
}
