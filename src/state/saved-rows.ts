/** Rows of one part in the Datastore that a backup carries from node to node. */
export interface SavedRows {
  /** Prefixes of their keys. No other part has rows below them. */
  readonly prefixes: readonly Uint8Array[]
  /**
   * Name of the lock that every change of the rows holds. Present if the rows belong together, such as a head and
   * its indexes: they are read under the lock, and restored in one batch, only where the part has none yet. Without
   * it, each row is independent of the others, and rows that a node has already stay as they are.
   */
  readonly lock?: string
  /**
   * Prefixes of rows that mean nothing without the others, such as texts for searches. They need no place in the batch:
   * they are restored before it, however many they are.
   */
  readonly derived?: readonly Uint8Array[]
  /** Keys of independent rows, any of which makes this one superfluous. */
  readonly rivals?: (key: Uint8Array) => readonly Uint8Array[]
}
