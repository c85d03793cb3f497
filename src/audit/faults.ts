/** Kinds of faults, in the wording of the audit report. */
export type FaultKind =
  /** A record under an earlier root differs, or is no longer final, under a later root. */
  | 'equivocated'
  /** Missing indexes or heights. */
  | 'skipped'
  /** Blocks or commits that do not follow their predecessor. */
  | 'reordered'
  /** A commit that differs from the one in the record, or whose `before` values are wrong. */
  | 'rewritten'
  /** A record whose own index differs from its position. */
  | 'wrong index'
  /** A state root that differs from the replayed one. */
  | 'wrong root'
  /** A record that became final too early, or before its predecessors. */
  | 'early finalization'
  /** A record of an address that may not submit. */
  | 'wrong sequencer'
  /** A ledger whose heights or history are inconsistent. */
  | 'broken ledger'
  /** A record or batch that cannot be decoded. */
  | 'unreadable'
  /** Content that is missing, so that it cannot be checked. */
  | 'withheld'

/** The first fault that an audit found. */
export interface Fault {
  readonly kind: FaultKind
  /** Index of the record, if the fault concerns one. */
  readonly index?: bigint
  /** Height of the commit, if the fault concerns one. */
  readonly height?: bigint
  readonly message: string
}

/** Thrown inside an audit; callers of the audit never see it. */
export class AuditFault extends Error {
  override readonly name = 'AuditFault'
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.message)
    this.fault = fault
  }
}
