import type { CID } from '../codec/cid/cid.ts'
import { isDomainError } from '../errors.ts'
import type { BlockReader } from '../ledger/blocks/load-block.ts'
import { FIRST_BLOCK, type LedgerRoot, loadRoot } from '../ledger/state/root.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { AuditFault } from './faults.ts'

/** Submission height of a record, and the earliest height at which it may become final under the rules of that time. */
export interface Submission {
  readonly height: bigint
  readonly finalHeight: bigint
}

export interface LedgerPast {
  /** Submissions of the rollapp by index. If an index was reused after a revert, the last one. */
  readonly submissions: ReadonlyMap<bigint, Submission>
  /** Heights of the first reverted block of each revert of the rollapp. */
  readonly reverts: ReadonlySet<bigint>
  /** True when the known root is an ancestor of the newest, or equal to it. */
  readonly hasKnown: boolean
}

export interface ReadPastOptions extends AbortOptions {
  readonly rollappId: string
  /** A root that was seen earlier. */
  readonly known?: CID | undefined
  /** Maximum number of roots to read. */
  readonly budget: number
}

/**
 * Reads the roots of a ledger from the newest to the first. Throws {@link AuditFault} for a decreasing height, for
 * a root that is missing or malformed, and when the budget is exceeded.
 */
export async function readPast(
  blocks: BlockReader,
  newest: CID,
  { rollappId, known, budget, signal }: ReadPastOptions,
): Promise<LedgerPast> {
  const submissions = new Map<bigint, Submission>()
  const reverts = new Set<bigint>()
  let hasKnown = known === undefined
  let above: bigint | undefined
  let left = budget
  for (let cid: CID | undefined = newest; cid; left -= 1) {
    signal?.throwIfAborted()
    if (left === 0) throw broken(`Cannot audit more than ${budget} roots of the ledger`)
    if (known?.equals(cid)) hasKnown = true
    const { height, params, prev, op } = await rootOf(blocks, cid, { signal })
    if (above !== undefined && height > above) throw broken(`Ledger height fell from ${height} to ${above}`)
    above = height
    const isOwn = op.get('id') === rollappId
    const [index, firstReverted] = [op.get('index'), op.get('height')]
    if (isOwn && op.get('type') === 'submit' && typeof index === 'bigint' && !submissions.has(index))
      submissions.set(index, { height, finalHeight: height + params.disputePeriod })
    if (isOwn && op.get('type') === 'revert' && typeof firstReverted === 'bigint') reverts.add(firstReverted)
    cid = cid.equals(FIRST_BLOCK.cid) ? undefined : prev
  }
  return { submissions, reverts, hasKnown }
}

/** Reads a root. A missing one ends the audit, since earlier submissions and rules are then unknown. */
async function rootOf(blocks: BlockReader, cid: CID, options: AbortOptions): Promise<LedgerRoot> {
  try {
    return await loadRoot(blocks, cid, options)
  } catch (error) {
    if (!isDomainError(error, 'not-found')) throw error
    const reason = 'nothing before it can be checked. A node that keeps only its newest roots shows no more'
    throw new AuditFault({ kind: 'withheld', message: `Root "${cid}" is missing, and ${reason}` })
  }
}

function broken(message: string): AuditFault {
  return new AuditFault({ kind: 'broken ledger', message })
}
