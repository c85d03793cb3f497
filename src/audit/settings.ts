/** When commits of the calendar go into the ledger. */
export interface AnchorSettings {
  /** Commits of a full batch, 64 when absent. */
  readonly batchCommits?: number | undefined
  /** After this many milliseconds a batch need not be full; a minute when absent. */
  readonly batchAgeMs?: number | undefined
}
