/** Settings of the ledger that the owner decides. */
export interface LedgerSettings {
  /** The part of account addresses before the separator `1`; that of the real network when absent. */
  readonly addressPrefix?: string | undefined
  /**
   * Ledger heights for which content is kept after its record is final. Forever when absent, so that audits can
   * read it.
   */
  readonly retention?: bigint | undefined
  /** Number of roots that garbage collection keeps; all when absent. Each has some 13 blocks of its own. */
  readonly keepRoots?: number | undefined
}
