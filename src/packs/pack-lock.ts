/**
 * Keeps those who remove packs from those who write them: a new file whose blocks no row names yet looks like
 * garbage. Every process that shares the storage takes the same lock.
 */
export interface PackLock {
  /** For a writer: from before its files until rows name their blocks. */
  shared<T>(task: () => Promise<T>): Promise<T>
  /** For the removal of files that no row names. */
  exclusive<T>(task: () => Promise<T>): Promise<T>
}
