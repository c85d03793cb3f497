import type { CID } from '../codec/cid/cid.ts'
import { verifyBlock } from '../codec/cid/multihash.ts'
import { isDomainError } from '../errors.ts'
import type { BlockReader } from '../ledger/blocks/load-block.ts'
import { parseRollappId } from '../ledger/identifiers/rollapp-id.ts'
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
  /** The newest root of the ledger, as given by the audited node. */
  readonly root: CID
  /** A root that the same node gave earlier: its records must still exist. */
  readonly known?: CID | undefined
  /** True accepts a missing rollapp, as for a calendar whose ledger is empty. */
  readonly mayBeAbsent?: boolean | undefined
  /** Reader for the chain of roots, from the newest backwards. When absent, `reader` is used for these too. */
  readonly roots?: ChainReader | undefined
  /** Number of records that are read ahead, for a reader with network latency; none when absent. */
  readonly ahead?: number | undefined
}

/** The progress of an audit. The numbers show how far it came; when it is done without a fault, they are complete. */
export interface AuditReport {
  readonly rollappId: string
  readonly root: CID
  readonly records: bigint
  readonly finalRecords: bigint
  readonly commits: number
  /** Record versions that batches do not contain, such as drafts. Their CIDs were checked, their content was not. */
  readonly hiddenRecords: number
  /** The last verified commit; absent when there is none. */
  readonly head: CID | undefined
  readonly fault: Fault | undefined
  /** True for the last report of an audit. */
  readonly isDone: boolean
}

/** Maximum number of ledger roots that are read: one for each operation. */
const MAX_ROOTS = 1_000_000

/**
 * Audits the calendar in a ledger, from a root and blocks alone. Checks the order of records and commits,
 * recomputes each state root from the changes, and checks that nothing became final too early and that nothing once
 * published was withdrawn. Verifies the hash of every block. Yields a report before the first record and after each
 * one, and ends at the first fault.
 *
 * Throws only errors that are not about the ledger: an abort, and `unavailable` from a reader that cannot tell
 * whether a block exists.
 */
export async function* auditRollapp(
  reader: BlockReader,
  options: AuditOptions,
): AsyncGenerator<AuditReport, void> {
  const { root, ahead = 0, signal } = options
  // As the ledger stores it, which accepts an id with spaces around it.
  const rollappId = parseRollappId(options.rollappId)?.id ?? options.rollappId
  const blocks = verifying(reader)
  let report: AuditReport = {
    ...{ rollappId, root, records: 0n, finalRecords: 0n, commits: 0, hiddenRecords: 0 },
    ...{ head: undefined, fault: undefined, isDone: false },
  }
  yield report
  try {
    const { ledgerHeight, rollapp, past } = await openAudit(blocks, { ...options, rollappId })
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
        isCut: past.reverts.has(nextStart(record)),
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

async function openAudit(blocks: BlockReader, options: AuditOptions) {
  const { rollappId, root, known, roots, mayBeAbsent = false, signal } = options
  const state = await loadRoot(blocks, root, { signal })
  const reader = roots ? verifying(roots) : blocks
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

/** Checks that the records under a known root still exist, and that this root is an ancestor of the newest one. */
async function checkKnown(
  blocks: BlockReader,
  rollapp: RollappReader | undefined,
  { rollappId, known, past, signal }: Known,
): Promise<void> {
  const faultOf = (kind: FaultKind, message: string) => new AuditFault({ kind, message })
  try {
    const state = await loadRoot(blocks, known, { signal })
    const before = await findRollapp(blocks, state, { rollappId, signal })
    if (before) await checkStillExists(before, rollapp, { signal })
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

/** Nodes that are read concurrently, for a reader with network latency. */
const NODES_AHEAD = 8

async function checkStillExists(
  before: RollappReader,
  rollapp: RollappReader | undefined,
  options: AbortOptions,
): Promise<void> {
  if (!rollapp) {
    throw new AuditFault({
      kind: 'equivocated',
      message: `Rollapp "${before.node.id}" existed before and is missing`,
    })
  }
  const isSameRevision = before.node.revision === rollapp.node.revision
  for await (const [index, leaf] of before.updates.entries({ ahead: NODES_AHEAD, ...options })) {
    const now = await rollapp.updates.get(index, options)
    const mustExist = isSameRevision || leaf.status === FINALIZED
    if (mustExist && !(now?.update.equals(leaf.update) && now.status >= leaf.status)) {
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
  /** True when all records before it are final. */
  readonly isFinal: boolean
  readonly latestFinal: bigint
}

/** Checks that records became final in order, up to the pointer. */
function checkOrder({ status }: UpdateLeaf, { index, isFinal, latestFinal }: Order): boolean {
  if (status === FINALIZED && !isFinal) {
    throw new AuditFault({
      kind: 'early finalization',
      index,
      message: `Record ${index} is final before earlier records`,
    })
  }
  if ((status === FINALIZED) !== index <= latestFinal) {
    throw new AuditFault({
      kind: 'early finalization',
      index,
      message: `The ledger names ${latestFinal} as its last final record`,
    })
  }
  return status === FINALIZED
}

/** A reader that verifies the hash of every block, so that no store needs to be trusted. */
function verifying(blocks: BlockReader): BlockReader {
  return {
    async get(cid, options) {
      const bytes = await blocks.get(cid, options)
      if (bytes) await verifyBlock(cid, bytes)
      return bytes
    },
  }
}
