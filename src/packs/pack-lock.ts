import type { AbortOptions } from '../ports/abort.ts'

/**
 * Separates the writers of packs from their removal: a new file that no index row names yet looks like garbage.
 * All processes that share the storage take the same lock. Who holds it does not wait for the write budget, since
 * writers hold some of that while they wait for the lock. A signal that aborts ends the wait alone: a task that has begun
 * watches the signal itself.
 */
export interface PackLock {
  /** Held by a writer from before it writes files until index rows name their blocks. */
  shared<T>(task: () => Promise<T>, options?: AbortOptions): Promise<T>
  /** Held while files that no index row names are removed. */
  exclusive<T>(task: () => Promise<T>, options?: AbortOptions): Promise<T>
}
