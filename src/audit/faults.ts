/** What an auditor can find wrong, in the words of its report. */
export type FaultKind =
  /** A record that was once under a root is another one, or no longer final, under a later root. */
  | 'equivocated'
  /** Indexes or heights that are left out. */
  | 'skipped'
  /** Blocks or commits that do not follow the one before. */
  | 'reordered'
  /** A commit that is not the one the record vouches for, or that says of the past what was not so. */
  | 'rewritten'
  /** A record that stands at another place than it names. */
  | 'wrong index'
  /** A state root that the commits do not lead to. */
  | 'wrong root'
  /** Final before its time, or before the records ahead of it. */
  | 'early finalization'
  /** Submitted by somebody who may not. */
  | 'wrong sequencer'
  /** A ledger whose height, or whose past, does not hold together. */
  | 'broken ledger'
  /** A record or a batch that cannot be read as what it should be. */
  | 'unreadable'
  /** Content that is not to be had, so that nobody can check it. */
  | 'withheld'

/** The first thing that is not as it was said to be. */
export interface Fault {
  readonly kind: FaultKind
  /** The record, where there is one. */
  readonly index?: bigint
  /** The commit, by its height. */
  readonly height?: bigint
  readonly message: string
}

/** Thrown inside an audit, and never out of it. */
export class AuditFault extends Error {
  override readonly name = 'AuditFault'
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.message)
    this.fault = fault
  }
}
