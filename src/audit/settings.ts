/** When commits of the calendar are anchored in the ledger. */
export interface AnchorSettings {
  /** Number of commits in a full batch; 64 when absent. */
  readonly batchCommits?: number | undefined
  /** Age of the first waiting commit, in milliseconds, at which a batch need not be full; a minute when absent. */
  readonly batchAgeMs?: number | undefined
}
