/** What an owner decides of a ledger. */
export interface LedgerSettings {
  /** The part of account addresses before the 1; that of the real network when absent. */
  readonly addressPrefix?: string | undefined
  /** Ledger heights for which content stays after its record is final; for good when absent, so that audits see it. */
  readonly retention?: bigint | undefined
  /** How many roots stay through a collection; all when absent. Each brings what it changed, some 13 blocks. */
  readonly keepRoots?: number | undefined
}
